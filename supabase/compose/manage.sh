#!/bin/sh
# Backup, restore and upgrade of the installation of compose.yaml; docs/self-hosting.md says when.
#   supabase/compose/manage.sh backup <folder>     all of it, into a folder that is not there yet; it stands still meanwhile
#   supabase/compose/manage.sh verify <folder>
#   supabase/compose/manage.sh restore <folder>    into empty volumes; killed, the same command begins anew
#   supabase/compose/manage.sh upgrade <folder>    pulls, builds, backs up there, starts; goes back by itself where that fails
#   supabase/compose/manage.sh rollback <folder>   to the version and the data of the backup of an upgrade
set -eu
umask 077
case "${2:-}" in
  '' | /*) ;;
  *) set -- "$1" "$PWD/$2" ;;
esac
cd "$(dirname "$0")/../.."

data=/var/lib/postgresql/data
custom=/etc/postgresql-custom
files=/var/lib/storage

say() { printf '%s\n' "$*" >&2; }
fail() {
  say "$@"
  exit 1
}
compose() { docker compose "$@"; }
# A program of a service's image, with the service's volumes and without the service.
inside() {
  service=$1
  program=$2
  shift 2
  compose run --rm --no-deps -T --entrypoint "$program" "$service" "$@"
}
start() { compose up --detach --wait --wait-timeout 300; }
major() { sed -n 's/^ *image: supabase\/postgres:\([0-9]*\)\..*/\1/p' compose.yaml; }

backup() {
  target=$1
  version=$2
  [ ! -e "$target" ] || fail "$target is there already."
  part=$target.unfinished
  rm -rf "$part"
  mkdir -p "$part"
  # Whatever happens: what ran goes on, and nothing half stays.
  trap 'rm -rf "$part"; start' EXIT
  compose stop
  inside db tar -C "$data" -cf - . > "$part/database.tar"
  inside db tar -C "$custom" -cf - . > "$part/database-settings.tar"
  inside storage tar -C "$files" -cf - . > "$part/files.tar"
  cp .env "$part/settings"
  [ ! -f .env.auth ] || cp .env.auth "$part/settings-auth"
  printf '%s\n' "$version" > "$part/version"
  sums=$(cd "$part" && sha256sum -- *)
  printf '%s\n' "$sums" > "$part/checksums"
  sync
  mv "$part" "$target"
  trap - EXIT
  say "The backup is in $target. It holds keys and personal data: keep it safe."
}

verify() {
  (
    cd "$1" 2> /dev/null || fail "There is no backup in $1."
    for name in database.tar database-settings.tar files.tar settings version; do
      grep -q " [ *]\{0,1\}$name\$" checksums 2> /dev/null || fail "The backup in $1 lacks $name."
    done
    sha256sum --check --quiet checksums >&2 || fail "The backup in $1 is damaged; nothing was changed."
  )
}

restore() {
  from=$1
  verify "$from"
  # A word, since any failure of Docker itself would say no, too.
  found=$(inside db sh -c 'if test -e "$0/PG_VERSION"; then echo full; else echo empty; fi' "$data")
  if [ "$found" != empty ]; then
    fail "The volumes hold an installation. 'docker compose down --volumes' would remove it."
  fi
  for name in settings settings-auth; do
    own=.env
    [ "$name" = settings ] || own=.env.auth
    [ -f "$from/$name" ] || continue
    if [ ! -f "$own" ]; then
      cp "$from/$name" "$own"
      chmod 600 "$own"
    elif ! cmp -s "$from/$name" "$own"; then
      fail "$own differs from the one of the backup, whose keys belong to its data. Move it away first."
    fi
  done
  compose down
  inside db find "$data" "$custom" -mindepth 1 -delete
  inside storage find "$files" -mindepth 1 -delete
  inside storage tar -C "$files" -xpf - < "$from/files.tar"
  inside db tar -C "$custom" -xpf - < "$from/database-settings.tar"
  inside db tar -C "$data" --anchored --exclude=./PG_VERSION -xpf - < "$from/database.tar"
  # Last: without it no Postgres starts on what is not whole.
  inside db tar -C "$data" -xpf - ./PG_VERSION < "$from/database.tar"
  # Before the app: what it was copied of may still run, or have mailed since what waits here.
  compose up --detach --wait --wait-timeout 300 db
  compose exec -T db psql -qU supabase_admin -d postgres -v ON_ERROR_STOP=1 -c "do \$\$ begin
    if to_regprocedure('hausbuch.rest_after_restore()') is not null then perform hausbuch.rest_after_restore(); end if;
    if to_regclass('auth.sessions') is not null then delete from auth.sessions; end if;
  end \$\$"
  start
  say "The backup of $from is back. Everybody signs in anew, and letters go by themselves again where somebody switches that on."
}

rollback() {
  from=$1
  verify "$from"
  git diff --quiet HEAD || fail "Files of Hausbuch were changed here: git status."
  git checkout --quiet --detach "$(cat "$from/version")"
  if docker image inspect hausbuch:before > /dev/null 2>&1; then docker tag hausbuch:before hausbuch; else compose build app; fi
  compose down --volumes
  restore "$from"
  say "Back at the version before. 'git switch -' returns to the newer one."
}

upgrade() {
  folder=$1
  [ ! -e "$folder" ] || fail "$folder is there already."
  git diff --quiet HEAD || fail "Files of Hausbuch were changed here: git status."
  before=$(git rev-parse HEAD)
  had=$(major)
  git pull --quiet --ff-only
  wanted=$(major)
  if [ "$wanted" != "$had" ]; then
    git reset --quiet --keep "$before"
    fail "The new version needs Postgres $wanted and this one has $had: docs/self-hosting.md, Another Postgres. Nothing was changed."
  fi
  docker tag hausbuch hausbuch:before 2> /dev/null || true
  compose build app || {
    git reset --quiet --keep "$before"
    fail "It could not be built. What ran goes on."
  }
  compose pull --ignore-buildable --quiet
  backup "$folder" "$before"
  # Its files are mounted one by one: it sees new ones only when it begins anew.
  if start && compose restart gateway && start; then
    say "Upgraded. To go back, with what was entered since lost: supabase/compose/manage.sh rollback $folder"
  else
    say "The new version does not start; going back."
    rollback "$folder"
    exit 1
  fi
}

verb=${1:-}
folder=${2:-}
[ -n "$folder" ] || verb=
# Each a command of its own: what follows `&&` would not end at the first failure.
case "$verb" in
  backup)
    backup "$folder" "$(git rev-parse HEAD 2> /dev/null || echo unknown)"
    start
    ;;
  verify)
    verify "$folder"
    say "The backup in $folder is whole."
    ;;
  restore | upgrade | rollback) "$verb" "$folder" ;;
  *) fail "$(sed -n '2,7s/^# *//p' "$0")" ;;
esac
