import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'

interface Waiting {
  resolve(line: string): void
  reject(error: Error): void
}

/** A psql that goes on from one statement to the next, because starting one takes longer than what it reads. */
export class Psql {
  readonly #process: ChildProcess
  readonly #waiting: Waiting[] = []

  constructor(url: string) {
    const flags = [
      '--no-psqlrc',
      '--tuples-only',
      '--no-align',
      '--quiet',
      '--set',
      'VERBOSITY=terse',
    ]
    const child = spawn('psql', [...flags, url], { stdio: 'pipe' })
    this.#process = child
    child.stdin.on('error', () => {})
    createInterface(child.stdout).on('line', (line) => this.#waiting.shift()?.resolve(line))
    createInterface(child.stderr).on('line', (line) =>
      this.#waiting.shift()?.reject(new Error(line)),
    )
    child.on('error', (error) => this.#fail(error))
    child.on('close', () => this.#fail(new Error('psql has ended')))
  }

  /**
   * @param statement that returns one line
   * @throws if it fails
   */
  line(statement: string): Promise<string> {
    return new Promise((resolve, reject) => {
      if (this.#process.exitCode !== null) return reject(new Error('psql has ended'))
      this.#waiting.push({ resolve, reject })
      this.#process.stdin?.write(`${statement.replaceAll('\n', ' ')};\n`)
    })
  }

  async stop(): Promise<void> {
    if (this.#process.exitCode !== null || this.#process.signalCode !== null) return
    const ended = once(this.#process, 'exit')
    this.#process.kill('SIGKILL')
    await ended
  }

  #fail(error: Error): void {
    for (const { reject } of this.#waiting.splice(0)) reject(error)
  }
}
