import { execFile, execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { Container, Engine } from './engine.ts'

const IMAGE = 'ommer-check'

/** Builds and runs an image with docker. */
export class DockerEngine implements Engine {
  readonly name = 'docker'
  readonly #files = mkdtempSync(join(tmpdir(), 'ommer-image-'))

  /** Whether docker is installed and its engine runs. */
  static isAvailable(): boolean {
    return spawnSync('docker', ['version'], { stdio: 'ignore' }).status === 0
  }

  async build(context: string): Promise<string> {
    const args = ['build', '--file', join(context, 'deploy/Dockerfile')]
    rmSync(this.#files, { recursive: true, force: true })
    const files = [
      '--no-cache',
      '--target',
      'install',
      '--output',
      `type=local,dest=${this.#files}`,
    ]
    execFileSync('docker', [...args, ...files, context], { stdio: 'inherit' })
    execFileSync('docker', [...args, '--tag', IMAGE, context], { stdio: 'inherit' })
    return join(this.#files, 'app')
  }

  async start(): Promise<Container> {
    const options =
      '--detach --publish 127.0.0.1::8545 --read-only --tmpfs /tmp --cap-drop ALL --security-opt no-new-privileges'
    const id = docker('run', ...options.split(' '), IMAGE)
    return new DockerContainer(id, `http://${docker('port', id, '8545').split('\n')[0]}`)
  }

  async remove(): Promise<void> {
    rmSync(this.#files, { recursive: true, force: true })
    docker('image', 'rm', '--force', IMAGE)
  }
}

class DockerContainer implements Container {
  readonly url: string
  readonly #id: string

  constructor(id: string, url: string) {
    this.#id = id
    this.url = url
  }

  async healthy(): Promise<void> {
    for (;;) {
      const state = docker(
        'inspect',
        '--format',
        '{{.State.Status}} {{.State.Health.Status}}',
        this.#id,
      )
      if (state === 'running healthy') return
      if (!/^running starting$/.test(state)) throw new Error(`the container is ${state}`)
      await wait(100)
    }
  }

  script(code: string): Promise<{ code: number; stdout: string }> {
    return new Promise((resolve) => {
      execFile('docker', ['exec', this.#id, 'node', '-e', code], (error, stdout) =>
        resolve({ code: Number(error?.code ?? 0), stdout }),
      )
    })
  }

  async stop(): Promise<{ code: number; output: string }> {
    docker('stop', this.#id)
    const code = Number(docker('inspect', '--format', '{{.State.ExitCode}}', this.#id))
    const { stdout, stderr } = spawnSync('docker', ['logs', this.#id], { encoding: 'utf8' })
    docker('rm', this.#id)
    return { code, output: stdout + stderr }
  }
}

function docker(...args: readonly string[]): string {
  return execFileSync('docker', args, { encoding: 'utf8' }).trim()
}
