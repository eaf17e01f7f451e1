import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { createInterface } from 'node:readline'

// Runs the code of the documentation in a project that has installed the package. `docsProject.ts` has written it beside
// this file: code with its `// =>` comments turned into checks, files for test runners, and commands.

let failures = 0

function report(name: string, problem: string | undefined): void {
  if (problem === undefined) return
  failures++
  console.error(`${name}: ${problem}`)
}

const codeFiles = readdirSync('checked')
for (const file of codeFiles) {
  const path: string = `./checked/${file}`
  await import(path).catch((error: unknown) => report(file, String(error)))
}

for (const [name, args] of [
  ['vitest', ['node_modules/vitest/vitest.mjs', 'run', '--root', 'runners']],
  ['node:test', ['--test', 'runners/node-test.mjs']],
] as const) {
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' })
  report(name, status === 0 ? undefined : `${stdout}${stderr}`)
}

/** Starts a command that serves. Resolves to the problem, or to undefined once the server says that it is ready. */
async function problemOf(command: string): Promise<string | undefined> {
  const [program, ...args] = `${command} --port 0 --json`.split(' ')
  if (program !== 'npx') return `it starts with ${program}`
  const [bin, ...rest] = args
  const server = spawn(process.execPath, [`node_modules/${bin}/cli.js`, ...rest])
  let complaint = ''
  server.stderr.on('data', (data) => {
    complaint += data
  })
  const ended = once(server, 'exit').then(() => undefined)
  const line = await Promise.race([once(createInterface(server.stdout), 'line'), ended])
  server.kill()
  await ended
  return line === undefined ? complaint : undefined
}

const commands = readFileSync('commands.txt', 'utf8').split('\n').filter(Boolean)
for (const command of commands) report(command, await problemOf(command))

const total = `${codeFiles.length} snippets, 2 test runners and ${commands.length} commands`
console.log(failures === 0 ? `${total} work` : `${failures} of ${total} fail`)
if (failures > 0 || codeFiles.length === 0 || commands.length === 0) process.exitCode = 1

// A program that people copy from the documentation has to end by itself. The timer does not keep this process alive.
setTimeout(() => {
  console.error(`the snippets leave open: ${process.getActiveResourcesInfo().join(', ')}`)
  process.exit(1)
}, 10_000).unref()
