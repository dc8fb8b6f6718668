import '../../scripts/src-imports.ts';

// Once imports are understood as the bundler does.
await import('./on-cluster.ts');
