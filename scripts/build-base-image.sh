#!/bin/sh
# What stands below both images of the Dockerfile, for the local Docker engine: this machine's own Debian (a shell, the
# small programs, flock) and the Node of node_modules. No registry, no builder; it takes the place of node:24-bookworm-slim.
# Use: scripts/build-base-image.sh [tag], then docker build --build-arg NODE_IMAGE=<tag>; needs node_modules, and Debian.
set -eu
cd "$(dirname "$0")/.."
tag=${1:-hausbuch/node:24}
command -v dpkg-query > /dev/null || {
  echo 'Only on Debian, whose packages the base is made of.' >&2
  exit 3
}

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
image=$work/image
mkdir -p "$image/usr/bin" "$image/usr/sbin" "$image/usr/lib" "$image/usr/lib64" "$image/usr/local/bin" \
  "$image/usr/local/lib/node_modules" "$image/usr/local/etc" "$image/etc/ssl/certs" "$image/dev" "$image/proc" \
  "$image/sys" "$image/run" "$image/root" "$image/var/lib" "$image/var/tmp" "$image/home/node"
for name in bin sbin lib lib64; do ln -s "usr/$name" "$image/$name"; done
mkdir -m 1777 "$image/tmp"

# Of what node:24-bookworm-slim holds, that which the two stages call, and the libraries of Node, Postgres and npm's packages.
dpkg-query -L bash coreutils dash debianutils findutils grep gzip hostname libacl1 libattr1 libblkid1 libbz2-1.0 libc-bin \
  libc6 libcap-ng0 libcap2 libcrypt1 libgcc-s1 libgmp10 liblzma5 libmount1 libpcre2-8-0 libselinux1 libsmartcols1 libssl3 \
  libstdc++6 libsystemd0 libtinfo6 libudev1 libuuid1 libzstd1 procps sed tar util-linux zlib1g 2> /dev/null |
  grep -vE '^/usr/share/(doc|man|locale|info|lintian|bash-completion)/' | sort -u |
  while read -r file; do
    if [ -L "$file" ] || [ -f "$file" ]; then printf '%s\n' "${file#/}"; fi
  done > "$work/files"
tar -C / --no-recursion -T "$work/files" -cf - | tar -C "$image" -xf -
[ -e "$image/bin/sh" ] || ln -s dash "$image/bin/sh"
cp -L /etc/ssl/certs/ca-certificates.crt "$image/etc/ssl/certs/" 2> /dev/null || true
printf 'root:x:0:0:root:/root:/bin/bash\nnobody:x:65534:65534:nobody:/nonexistent:/bin/sh\nnode:x:1000:1000::/home/node:/bin/bash\n' \
  > "$image/etc/passwd"
printf 'root:x:0:\nnogroup:x:65534:\nnode:x:1000:\n' > "$image/etc/group"
cp /etc/debian_version /etc/os-release "$image/etc/"

# As in that image: Node and npm below /usr/local. Which registry npm asks is this machine's business, and not said here.
cp -L node_modules/.bin/node "$image/usr/local/bin/node"
cp -a "$(dirname "$(dirname "$(readlink -f "$(command -v npm)")")")" "$image/usr/local/lib/node_modules/npm"
ln -s ../lib/node_modules/npm/bin/npm-cli.js "$image/usr/local/bin/npm"
{
  echo "registry=$(npm config get registry)"
  echo 'cafile=/etc/ssl/certs/ca-certificates.crt'
} > "$image/usr/local/etc/npmrc"

tar -C "$image" --owner=0 --group=0 --numeric-owner -cf "$work/image.tar" --exclude=./home/node .
tar -C "$image" --owner=1000 --group=1000 --numeric-owner -rf "$work/image.tar" ./home/node
docker import -c 'ENV PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin' -c 'CMD ["node"]' \
  "$work/image.tar" "$tag"
