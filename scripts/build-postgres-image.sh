#!/bin/sh
# A Postgres image for the local Docker engine, made of the embedded binaries: no registry, no builder.
# It takes POSTGRES_USER, POSTGRES_PASSWORD and POSTGRES_DB like the official one. For tests only: nothing is durable.
# Use: scripts/build-postgres-image.sh [tag]; needs node_modules.
set -eu
cd "$(dirname "$0")/.."
tag=${1:-hausbuch/postgres:18}

# Finds the programs of this platform, and makes their library links where npm blocked the install script.
native=$(node_modules/.bin/node --input-type=module -e '
  import path from "node:path";
  import { findBinaries } from "@hausbuch/supabase-embedded/postgres";
  console.log(path.resolve(findBinaries(null, ".").postgres, "../.."));
')

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
chmod 755 "$work"
image=$work/image
mkdir -p "$image/opt/pg" "$image/bin" "$image/usr/bin" "$image/etc" "$image/run" "$image/dev" "$image/proc" \
  "$image/sys" "$image/var/lib"
mkdir -m 1777 "$image/tmp" "$image/var/lib/postgresql"
cp -a "$native/bin" "$native/lib" "$native/share" "$image/opt/pg/"
rm -rf "$image"/opt/pg/lib/*.a "$image/opt/pg/lib/postgresql/pgxs" "$image/opt/pg/lib/pkgconfig"

# The few system programs the entry point needs, and every system library they and Postgres load.
shell=$(readlink -f /bin/sh)
libraries=$(ldd "$shell" /bin/cp /bin/mv "$native/bin/postgres" "$native"/lib/postgresql/*.so 2>/dev/null |
  awk '{ file = $2 == "=>" ? $3 : $1 } file ~ "^(/usr)?/lib" && file !~ ":$" { print file }' | sort -u)
for file in "$shell" /bin/cp /bin/mv $libraries; do
  mkdir -p "$image$(dirname "$file")"
  cp -L "$file" "$image$file"
done
cp -L "$shell" "$image/bin/sh"
if [ -d /usr/share/zoneinfo ] && [ ! -d "$image/opt/pg/share/postgresql/timezone" ]; then
  mkdir -p "$image/usr/share"
  cp -a /usr/share/zoneinfo "$image/usr/share/"
fi
printf 'root:x:0:0:root:/:/bin/sh\npostgres:x:999:999:postgres:/:/bin/sh\n' > "$image/etc/passwd"
printf 'root:x:0:\npostgres:x:999:\n' > "$image/etc/group"
printf '127.0.0.1 localhost\n' > "$image/etc/hosts"

cat > "$image/usr/bin/docker-entrypoint.sh" <<'SCRIPT'
#!/bin/sh
set -eu
if [ ! -s "$PGDATA/PG_VERSION" ]; then
  cp -a /opt/pgdata "$PGDATA.new"
  mv "$PGDATA.new" "$PGDATA"
fi
user=${POSTGRES_USER:-postgres}
database=${POSTGRES_DB:-$user}
password=${POSTGRES_PASSWORD:-postgres}
if [ "${1:-}" = postgres ]; then shift; fi
{
  if [ "$user" = postgres ]; then
    echo "ALTER ROLE postgres PASSWORD '$password';"
  else
    echo "CREATE ROLE \"$user\" SUPERUSER LOGIN PASSWORD '$password';"
  fi
  [ "$database" = postgres ] || echo "CREATE DATABASE \"$database\" OWNER \"$user\";"
} | /opt/pg/bin/postgres --single -D "$PGDATA" postgres > /dev/null
exec /opt/pg/bin/postgres -D "$PGDATA" "$@"
SCRIPT

# testcontainers asks these two whether the server is up.
cat > "$image/usr/bin/pg_isready" <<'SCRIPT'
#!/bin/sh
status=
while read -r line; do status=$line; done < "$PGDATA/postmaster.pid" 2>/dev/null
case $status in ready*) exit 0 ;; esac
exit 1
SCRIPT
cp "$image/usr/bin/pg_isready" "$image/usr/bin/nc"
chmod 755 "$image"/usr/bin/*

# A ready-made cluster saves every container the 0.6 s of an initdb. Postgres refuses to make one as root.
mkdir -p "$work/data/opt"
cluster=$work/data/opt/pgdata
mkdir -m 700 "$cluster"
as_account=
if [ "$(id -u)" = 0 ]; then
  chown nobody "$cluster"
  as_account='setpriv --reuid=nobody --regid=nogroup --clear-groups'
fi
(cd / && LC_ALL=C TZ=UTC $as_account "$image/opt/pg/bin/initdb" -D "$cluster" -U postgres -A trust \
  --auth-host=scram-sha-256 -E UTF8 --locale=C --locale-provider=builtin --builtin-locale=C.UTF-8 \
  --no-sync --no-instructions > /dev/null)
echo 'host all all all scram-sha-256' >> "$cluster/pg_hba.conf"
cat >> "$cluster/postgresql.conf" <<'SETTINGS'
listen_addresses = '*'
unix_socket_directories = '/tmp'
fsync = off
synchronous_commit = off
full_page_writes = off
timezone = 'UTC'
log_timezone = 'UTC'
SETTINGS

tar -C "$image" --owner=0 --group=0 --numeric-owner --mode='a+rX' -cf "$work/image.tar" .
tar -C "$work/data" --owner=999 --group=999 --numeric-owner -rf "$work/image.tar" ./opt/pgdata
docker import -c 'USER 999:999' -c 'ENV PATH=/opt/pg/bin:/usr/bin:/bin PGDATA=/var/lib/postgresql/data TZ=UTC LC_ALL=C' \
  -c 'EXPOSE 5432' -c 'ENTRYPOINT ["/usr/bin/docker-entrypoint.sh"]' -c 'CMD ["postgres"]' "$work/image.tar" "$tag"
