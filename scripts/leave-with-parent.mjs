// Preloaded into Next (node --import): a server whose parent was killed would keep the port for ever.
const parent = process.ppid;
setInterval(() => {
  if (process.ppid !== parent) process.exit(1);
}, 500).unref();
