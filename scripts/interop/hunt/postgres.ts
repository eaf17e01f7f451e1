import { type ChildProcess, execFile, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { promisify } from 'node:util'
import { freePort } from '../../bench/freePort.ts'
import { NotInstalledError } from '../project.ts'

/** Where Debian has the programs, in a folder for each version. */
const DEBIAN = '/usr/lib/postgresql'

/** In milliseconds. */
const START_MAX = 20_000

/** Nothing of it must survive a crash. */
const SETTINGS = ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off']

/** A Postgres of its own, which listens on this machine only and trusts everyone. */
export class Postgres {
  readonly port: number
  readonly user = 'postgres'
  readonly #bin: string
  readonly #folder: string
  readonly #process: ChildProcess

  private constructor(port: number, bin: string, folder: string, process: ChildProcess) {
    this.port = port
    this.#bin = bin
    this.#folder = folder
    this.#process = process
    globalThis.process.on('exit', this.#end)
  }

  /** @throws {NotInstalledError} */
  static async start(): Promise<Postgres> {
    const bin = programsOf()
    const owner = ownerOf()
    const folder = mkdtempSync(join(tmpdir(), 'ommer-postgres-'))
    if (owner !== undefined) chownSync(folder, owner.uid, owner.gid)
    const data = join(folder, 'data')
    const initial = ['-D', data, '-U', 'postgres', '--auth', 'trust', '--no-sync']
    execFileSync(join(bin, 'initdb'), [...initial, '--encoding', 'UTF8', '--locale', 'C'], {
      ...owner,
      cwd: folder,
      stdio: 'ignore',
    })
    const port = await freePort()
    const settings = [
      ...SETTINGS,
      `unix_socket_directories=${folder}`,
      'listen_addresses=127.0.0.1',
    ]
    const flags = settings.flatMap((setting) => ['-c', setting])
    const server = spawn(join(bin, 'postgres'), ['-D', data, '-p', `${port}`, ...flags], {
      ...owner,
      cwd: folder,
      stdio: 'ignore',
    })
    const postgres = new Postgres(port, bin, folder, server)
    await postgres.#isReady()
    return postgres
  }

  urlOf(database: string): string {
    return `postgres://${this.user}@127.0.0.1:${this.port}/${database}`
  }

  async create(database: string): Promise<void> {
    await this.#run('createdb', database)
  }

  /** Drops it, even if programs that were killed seem to be connected. */
  async drop(database: string): Promise<void> {
    await this.#run('dropdb', '--force', '--if-exists', database)
  }

  async stop(): Promise<void> {
    const ended = once(this.#process, 'exit')
    // At once, whoever is connected.
    if (this.#process.exitCode === null && this.#process.kill('SIGQUIT')) await ended
    this.#end()
    process.off('exit', this.#end)
  }

  /** A script that ends early must not leave it behind. */
  readonly #end = (): void => {
    this.#process.kill('SIGQUIT')
    rmSync(this.#folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 })
  }

  async #run(program: string, ...args: readonly string[]): Promise<void> {
    const place = ['-h', '127.0.0.1', '-p', `${this.port}`, '-U', this.user]
    await promisify(execFile)(join(this.#bin, program), [...place, ...args])
  }

  async #isReady(): Promise<void> {
    const deadline = performance.now() + START_MAX
    for (;;) {
      const isReady = await this.#run('pg_isready').then(
        () => true,
        () => false,
      )
      if (isReady) return
      if (this.#process.exitCode !== null || performance.now() > deadline) {
        await this.stop()
        throw new Error('Postgres did not start')
      }
      await setTimeout(50)
    }
  }
}

/** The folder with the programs of the newest version. */
function programsOf(): string {
  const versions = existsSync(DEBIAN) ? readdirSync(DEBIAN) : []
  const newest = versions.toSorted((one, other) => Number(other) - Number(one))
  const found = newest.map((version) => join(DEBIAN, version, 'bin'))
  const bin = found.find((folder) => existsSync(join(folder, 'initdb')))
  if (bin === undefined) throw new NotInstalledError(`no Postgres in ${DEBIAN}`)
  return bin
}

/** Postgres refuses to run as root; Debian makes a user for it. */
function ownerOf(): { readonly uid: number; readonly gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined
  const idOf = (flag: string) => {
    return Number(execFileSync('id', [flag, 'postgres'], { stdio: ['ignore', 'pipe', 'ignore'] }))
  }
  try {
    return { uid: idOf('-u'), gid: idOf('-g') }
  } catch {
    throw new NotInstalledError('Postgres does not run as root, and there is no user postgres')
  }
}
