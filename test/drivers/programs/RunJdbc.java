// SPDX-License-Identifier: GPL-2.0-only
// Oracle JDBC thin goes through the cases of a list; run_python.py says what the lines hold.
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.Date;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Timestamp;
import java.sql.Types;
import java.time.LocalDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Properties;
import java.util.stream.Collectors;

public final class RunJdbc
{
    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss.SSSSSS");
    private static final String PLAIN = "ddl | ";

    private static void say(String... words)
    {
        System.out.println(Arrays.stream(words).map(word -> word.replaceAll("[\n\t]", " "))
                               .collect(Collectors.joining("\t")));
    }

    private static String shown(Object value)
    {
        if (value == null)
        {
            return "NULL";
        }
        if (value instanceof byte[] bytes)
        {
            return HexFormat.of().formatHex(bytes);
        }
        return value instanceof LocalDateTime time ? TIME.format(time) : value.toString();
    }

    private static Object column(ResultSet rows, int place) throws SQLException
    {
        final int type = rows.getMetaData().getColumnType(place);
        if (type == Types.TIMESTAMP || type == Types.DATE)
        {
            return rows.getObject(place, LocalDateTime.class);
        }
        return type == Types.VARBINARY ? rows.getBytes(place) : rows.getString(place);
    }

    private static void query(Connection connection, String name, int array, String statement) throws SQLException
    {
        try (PreparedStatement prepared = connection.prepareStatement(statement))
        {
            if (array > 0)
            {
                prepared.setFetchSize(array);
            }
            try (ResultSet rows = prepared.executeQuery())
            {
                final int columns = rows.getMetaData().getColumnCount();
                while (rows.next())
                {
                    final String[] line = new String[columns + 2];
                    line[0] = name;
                    line[1] = "row";
                    for (int i = 1; i <= columns; i++)
                    {
                        line[i + 1] = shown(column(rows, i));
                    }
                    say(line);
                }
            }
        }
    }

    private static String url(String port, String service, String sdu)
    {
        final String option = sdu.equals("0") ? "" : "(SDU=" + sdu + ")";
        return "jdbc:oracle:thin:@(DESCRIPTION=" + option + "(ADDRESS=(PROTOCOL=TCP)(HOST=127.0.0.1)(PORT=" + port
            + "))(CONNECT_DATA=(SERVICE_NAME=" + service + ")))";
    }

    private static Properties properties()
    {
        final Properties properties = new Properties();
        properties.setProperty("user", "scott");
        properties.setProperty("password", "tiger");
        properties.setProperty("v$session.program", "app");
        properties.setProperty("v$session.machine", "client");
        properties.setProperty("v$session.osuser", "user");
        properties.setProperty("v$session.terminal", "term");
        return properties;
    }

    /// Of an error the texts of all its causes.
    private static String textOf(Throwable error)
    {
        final StringBuilder text = new StringBuilder();
        for (Throwable cause = error; cause != null; cause = cause.getCause())
        {
            text.append(cause.getClass().getSimpleName()).append(": ").append(cause.getMessage()).append(' ');
        }
        return text.toString();
    }

    private static void run(String line)
    {
        final String[] words = line.split("\t");
        try (Connection connection = DriverManager.getConnection(url(words[1], words[2], words[3]), properties()))
        {
            if (words[7].startsWith(PLAIN))
            {
                try (Statement plain = connection.createStatement())
                {
                    plain.execute(words[7].substring(PLAIN.length()));
                }
            }
            else if (!words[4].equals("0"))
            {
                query(connection, words[0], Integer.parseInt(words[6]), words[7]);
            }
        }
        catch (SQLException | RuntimeException error)
        {
            say(words[0], "error", textOf(error));
        }
        say(words[0], "done");
    }

    public static void main(String[] arguments) throws Exception
    {
        say("version", arguments[0], oracle.jdbc.OracleDriver.getDriverVersion());
        for (String line : Files.readAllLines(Path.of(arguments[1])))
        {
            run(line);
        }
    }
}
