#!/bin/sh
# Run once by the image of PostgreSQL, as it makes the database: the account of the server, which owns nothing.
set -eu
psql -v ON_ERROR_STOP=1 -v password="$SERVER_PASSWORD" -U "$POSTGRES_USER" -d "$POSTGRES_DB" <<'SQL'
create role aerowatch_server login password :'password';
SQL
