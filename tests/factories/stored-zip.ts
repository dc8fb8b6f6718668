/** What a ZIP holds whose files are not packed, by its directory. */
export function storedFiles(zip: Buffer): { name: string; bytes: Buffer }[] {
  const end = zip.lastIndexOf('PK\x05\x06', undefined, 'latin1');
  const count = zip.readUInt16LE(end + 10);
  let at = zip.readUInt32LE(end + 16);
  return Array.from({ length: count }, () => {
    const [size, name, extra, note] = [24, 28, 30, 32].map((field) =>
      field === 24 ? zip.readUInt32LE(at + field) : zip.readUInt16LE(at + field),
    ) as [number, number, number, number];
    const local = zip.readUInt32LE(at + 42);
    const from = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28);
    const file = {
      name: zip.subarray(at + 46, at + 46 + name).toString(),
      bytes: zip.subarray(from, from + size),
    };
    at += 46 + name + extra + note;
    return file;
  });
}
