import { crc32, deflateRawSync } from 'node:zlib';

type Entry = { name: string } & (
  | { bytes: Uint8Array }
  | { packed: Uint8Array; size: number; checksum: number }
);

/** A ZIP as programs write it, or one that lies about what it holds. */
export function zipOf(entries: readonly Entry[]): Uint8Array {
  const chunks: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const entry of entries) {
    const { packed, size, checksum } =
      'bytes' in entry
        ? { packed: deflateRawSync(entry.bytes), size: entry.bytes.length, checksum: crc32(entry.bytes) }
        : entry;
    const name = Buffer.from(entry.name);
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0);
    common.writeUInt16LE(8, 4);
    common.writeUInt32LE(checksum, 10);
    common.writeUInt32LE(packed.length, 14);
    common.writeUInt32LE(size, 18);
    common.writeUInt16LE(name.length, 22);
    chunks.push(Buffer.from('PK\x03\x04', 'latin1'), common, name, Buffer.from(packed));
    const rest = Buffer.alloc(14);
    rest.writeUInt32LE(offset, 10);
    directory.push(Buffer.from('PK\x01\x02\x14\x00', 'latin1'), common, rest, name);
    offset += 30 + name.length + packed.length;
  }
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 0, 'latin1');
  end.writeUInt16LE(entries.length, 8);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(Buffer.concat(directory).length, 12);
  end.writeUInt32LE(offset, 16);
  return new Uint8Array(Buffer.concat([...chunks, ...directory, end]));
}
