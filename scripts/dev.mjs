import { spawn, spawnSync } from 'node:child_process'

// Compiles on every change and restarts the server. The threads load compiled files, so the server runs from dist/ here, too.
const built = spawnSync('npm', ['run', '--silent', 'build'], { stdio: 'inherit' })
if (built.status !== 0) process.exit(built.status ?? 1)

const compiler = spawn('npx', ['tsc', '-p', 'tsconfig.build.json', '--watch', '--preserveWatchOutput'], {
  stdio: ['ignore', 'inherit', 'inherit'],
  // A group of its own: the compiler is a program below npx that ends only with its group.
  detached: true,
})
const server = spawn(process.execPath, ['--watch', '--watch-preserve-output', 'dist/cli/main.js', 'serve'], {
  stdio: 'inherit',
})
// Ctrl-C reaches the server, too, which takes a moment to finish its work.
process.on('SIGINT', () => {})
process.on('SIGTERM', () => server.kill('SIGTERM'))
server.once('exit', () => {
  if (compiler.pid !== undefined) process.kill(-compiler.pid)
})
