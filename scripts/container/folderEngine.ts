import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { freePort } from '../bench/freePort.ts'
import { parseDockerfile } from './dockerfile.ts'
import type { Container, Engine } from './engine.ts'
import { buildInFolder, type FolderImage, inFolder, makeWritable } from './folderImage.ts'

/** Builds and runs an image without a container engine: in a folder, with Node and npm of this machine. */
export class FolderEngine implements Engine {
  readonly name = 'a folder, because no container engine runs here'
  readonly #folder = mkdtempSync(join(tmpdir(), 'ommer-image-'))
  #image: FolderImage | undefined

  async build(context: string): Promise<string> {
    await this.remove()
    mkdirSync(this.#folder)
    const text = readFileSync(join(context, 'deploy/Dockerfile'), 'utf8')
    this.#image = buildInFolder(parseDockerfile(text), context, this.#folder)
    return join(this.#image.root, 'app')
  }

  async start(): Promise<Container> {
    return new FolderContainer(this.#image as FolderImage, await freePort())
  }

  async remove(): Promise<void> {
    makeWritable(this.#folder)
    rmSync(this.#folder, { recursive: true, force: true })
  }
}

class FolderContainer implements Container {
  readonly url: string
  readonly #image: FolderImage
  readonly #port: number
  readonly #program: ChildProcess
  #output = ''

  constructor(image: FolderImage, port: number) {
    this.url = `http://127.0.0.1:${port}`
    this.#image = image
    this.#port = port
    this.#program = this.#spawn(image.command)
    for (const stream of [this.#program.stdout, this.#program.stderr]) {
      stream?.setEncoding('utf8').on('data', (text: string) => {
        this.#output += text
      })
    }
  }

  async healthy(): Promise<void> {
    for (;;) {
      if (this.#program.exitCode !== null) throw new Error(`it has exited: ${this.#output}`)
      const { code } = await ended(this.#spawn(this.#image.health))
      if (code === 0) return
      await wait(100)
    }
  }

  async script(code: string): Promise<{ code: number; stdout: string }> {
    const result = await ended(this.#spawn(['node', '-e', code]))
    return { code: result.code ?? 1, stdout: result.stdout }
  }

  async stop(): Promise<{ code: number | null; output: string }> {
    const exit = once(this.#program, 'close')
    this.#program.kill('SIGTERM')
    const [code] = await exit
    return { code, output: this.#output }
  }

  /** The port of the image may be in use here, so the program gets another one, and its health check asks that. */
  #spawn(command: readonly string[]): ChildProcess {
    const { root, env, user, port } = this.#image
    const [name, ...args] = inFolder(command, root).map((word) =>
      word.replace(`:${port}/`, `:${this.#port}/`),
    )
    const isRoot = process.getuid?.() === 0
    return spawn(name === 'node' ? process.execPath : (name as string), args, {
      cwd: root,
      env: { PATH: process.env.PATH, ...inFolder(env, root), OMMER_PORT: String(this.#port) },
      stdio: ['ignore', 'pipe', 'pipe'],
      ...(isRoot ? { uid: Number(user), gid: Number(user) } : {}),
    })
  }
}

async function ended(child: ChildProcess): Promise<{ code: number | null; stdout: string }> {
  let stdout = ''
  child.stdout?.setEncoding('utf8').on('data', (text: string) => {
    stdout += text
  })
  const [code] = await once(child, 'close')
  return { code, stdout }
}
