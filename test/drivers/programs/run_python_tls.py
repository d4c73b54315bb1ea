# SPDX-License-Identifier: GPL-2.0-only
"""python-oracledb logs on with TLS and queries; before that, a chain of test certificates is made.

Arguments: "make" and a folder; or folder, port, service, version of TLS, whether it shows a certificate, whether it
names the service (1 or 0), statement.
"""

from __future__ import annotations

import datetime
import ssl
import sys
from pathlib import Path


def make(folder: Path) -> None:
    """Write a certificate authority and what it signed for a server and a client."""
    from cryptography import x509
    from cryptography.hazmat.primitives import hashes, serialization
    from cryptography.hazmat.primitives.asymmetric import rsa
    from cryptography.x509.oid import NameOID

    now = datetime.datetime.now(datetime.UTC)
    keys = {
        name: rsa.generate_private_key(public_exponent=65537, key_size=2048)
        for name in ("ca", "server", "client")
    }
    titles = {name: x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, name)]) for name in keys}
    for name, key in keys.items():
        made = (
            x509.CertificateBuilder()
            .subject_name(titles[name])
            .issuer_name(titles["ca"])
            .public_key(key.public_key())
            .serial_number(x509.random_serial_number())
            .not_valid_before(now - datetime.timedelta(days=1))
            .not_valid_after(now + datetime.timedelta(days=1))
            .add_extension(x509.BasicConstraints(ca=name == "ca", path_length=None), critical=True)
            .sign(keys["ca"], hashes.SHA256())
        )
        (folder / f"{name}.pem").write_bytes(made.public_bytes(serialization.Encoding.PEM))
        secret = key.private_bytes(
            serialization.Encoding.PEM,
            serialization.PrivateFormat.TraditionalOpenSSL,
            serialization.NoEncryption(),
        )
        (folder / f"{name}.key").write_bytes(secret)


def query(folder: Path, *words: str) -> None:
    """Log on and fetch all rows."""
    import oracledb

    port, service, version, shows, names, statement = words
    context = ssl.create_default_context(cafile=str(folder / "ca.pem"))
    context.check_hostname = False
    only = {"1.2": ssl.TLSVersion.TLSv1_2, "1.3": ssl.TLSVersion.TLSv1_3}[version]
    context.minimum_version = context.maximum_version = only
    if shows == "1":
        context.load_cert_chain(folder / "client.pem", folder / "client.key")
    params = oracledb.ConnectParams(
        protocol="tcps", host="127.0.0.1", port=int(port), service_name=service, user="scott", password="tiger",
        program="app", machine="client", osuser="user", terminal="term", ssl_context=context,
        ssl_server_dn_match=False, use_sni=names == "1",
    )  # fmt: skip
    with oracledb.connect(params=params) as connection, connection.cursor() as cursor:
        print(sum(1 for _row in cursor.execute(statement)))


def main() -> None:
    """Do what the arguments say."""
    first, *words = sys.argv[1:]
    if first == "make":
        make(Path(words[0]))
    else:
        query(Path(first), *words)


if __name__ == "__main__":
    main()
