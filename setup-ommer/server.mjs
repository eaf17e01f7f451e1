import { spawn } from 'node:child_process'
import { closeSync, existsSync, mkdtempSync, openSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'

/** How often files and processes are looked at, which report nothing themselves. */
const INTERVAL_MS = 50

/**
 * Starts a server that goes on when this process has ended, so its output goes to files.
 *
 * @param {object} given
 * @param {string} given.program
 * @param {readonly string[]} given.options
 * @param {string} given.project
 * @param {string} given.temporary the folder for a folder of its output
 */
export function startServer({ program, options, project, temporary }) {
  const folder = mkdtempSync(join(temporary, 'ommer-'))
  const stdout = openSync(join(folder, 'stdout'), 'w')
  const stderr = openSync(join(folder, 'stderr'), 'w')
  const child = spawn(process.execPath, [program, 'serve', ...options, '--json'], {
    cwd: project,
    detached: true,
    windowsHide: true,
    stdio: ['ignore', stdout, stderr],
  })
  closeSync(stdout)
  closeSync(stderr)
  const server = { child, folder, exit: /** @type {string | undefined} */ (undefined) }
  child.once('error', ({ message }) => {
    server.exit = `could not be started: ${message}`
  })
  child.once('exit', (code, signal) => {
    server.exit ??= signal === null ? `exited with code ${code}` : `was killed by ${signal}`
  })
  return server
}

/**
 * Waits for the line of JSON.
 *
 * @param {ReturnType<typeof startServer>} server
 * @param {number} seconds
 * @returns {Promise<string>} the line
 * @throws {Error} if the server ends or is not ready in time; it does not run then
 */
export async function readyLine(server, seconds) {
  const end = performance.now() + seconds * 1000
  for (;;) {
    // In this order: what ends after this line was printed is found below.
    const { exit } = server
    const [line] = /^.*(?=\n)/.exec(output(server.folder, 'stdout')) ?? []
    if (exit !== undefined) throw new Error(`the server ${exit}${lastWords(server.folder)}`)
    if (line !== undefined) return line
    if (performance.now() > end) {
      await stopProcess(server.child.pid)
      throw new Error(`the server was not ready after ${seconds} seconds`)
    }
    await wait(INTERVAL_MS)
  }
}

/** The last line that begins like an error of ommer, else the last one. @param {string} folder */
function lastWords(folder) {
  const lines = output(folder, 'stderr').trim().split('\n')
  const words = lines.findLast((line) => line.startsWith('error: ')) ?? lines.at(-1)
  return words ? `: ${words.replace(/^error: /, '')}` : ''
}

/**
 * @param {string} folder
 * @param {'stdout' | 'stderr'} name
 */
export function output(folder, name) {
  const path = join(folder, name)
  return existsSync(path) ? readFileSync(path, 'utf8') : ''
}

/**
 * Asks a process to end, and kills it if it does not. On Windows it is killed at once.
 *
 * @param {number | undefined} pid
 * @param {number} [grace] how many milliseconds a server may take to answer what it has begun
 * @returns {Promise<boolean>} whether it ran
 */
export async function stopProcess(pid, grace = 10_000) {
  if (pid === undefined || !isRunning(pid)) return false
  signal(pid, 'SIGTERM')
  const end = performance.now() + grace
  while (isRunning(pid)) {
    if (performance.now() > end) signal(pid, 'SIGKILL')
    await wait(INTERVAL_MS)
  }
  return true
}

/** @param {number} pid */
function isRunning(pid) {
  if (!signal(pid, 0)) return false
  // In a container whose first process does not wait for others, those that have ended keep their number.
  const stat = `/proc/${pid}/stat`
  return !existsSync(stat) || !/\) Z /.test(readFileSync(stat, 'utf8'))
}

/**
 * @param {number} pid
 * @param {NodeJS.Signals | 0} name 0 only asks whether the process exists
 */
function signal(pid, name) {
  try {
    return process.kill(pid, name)
  } catch {
    return false
  }
}
