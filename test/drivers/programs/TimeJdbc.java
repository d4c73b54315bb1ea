// SPDX-License-Identifier: GPL-2.0-only
// Oracle JDBC thin does what time_python.py does, and tells it in the same way.
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.util.concurrent.Callable;

public final class TimeJdbc
{
    private static final double NS_PER_MS = 1e6;

    private static boolean told = false;

    private static void say(String name, Object value)
    {
        if (told)
        {
            System.out.println(name + "\t" + value);
        }
    }

    private static <T> T timed(String name, Callable<T> call, double least) throws Exception
    {
        final long begun = System.nanoTime();
        final T found = call.call();
        final double took = (System.nanoTime() - begun) / NS_PER_MS;
        if (took >= least)
        {
            say(name, took);
        }
        return found;
    }

    private static void go(String port, int array, double least) throws Exception
    {
        final String url = "jdbc:oracle:thin:@//127.0.0.1:" + port + "/orcl";
        final Connection connection = timed("logon", () -> DriverManager.getConnection(url, "scott", "tiger"), 0);
        connection.setAutoCommit(false);
        final PreparedStatement query = connection.prepareStatement("select * from journal");
        query.setFetchSize(array);
        final ResultSet result = timed("execute", query::executeQuery, 0);
        int rows = 0;
        while (timed("fetch", result::next, least))
        {
            ++rows;
        }
        query.close();
        say("rows", rows);
        timed("ping", () -> connection.isValid(0), 0);
        timed("commit", () -> {
            connection.commit();
            return true;
        }, 0);
        timed("logoff", () -> {
            connection.close();
            return true;
        }, 0);
    }

    public static void main(String[] arguments) throws Exception
    {
        for (boolean second : new boolean[] {false, true})
        {
            told = second;
            go(arguments[1], Integer.parseInt(arguments[2]), Double.parseDouble(arguments[3]));
        }
    }
}
