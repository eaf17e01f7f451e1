import { type ChildProcess, execFileSync, execSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

/** Verdaccio has a package.json of its own because it takes 57 MB: only this script installs it. */
const packages = fileURLToPath(new URL('registry/', import.meta.url))

const program = join(packages, 'node_modules/verdaccio/bin/verdaccio')

const START_SECONDS = 60

/** A registry on this machine, which has what is published there and passes everything else through. */
export interface LocalRegistry {
  /** with a slash at its end */
  readonly url: string
  /** Publishes a tarball. */
  publish(tarball: string): void
  close(): Promise<void>
}

/** The registry could not be installed or started. */
export class RegistryError extends Error {}

/**
 * Starts Verdaccio on a free port, and installs it before if it is missing.
 *
 * @param folder for its files
 * @throws {RegistryError} if it does not start
 */
export async function startRegistry(folder: string): Promise<LocalRegistry> {
  install()
  const upstream = execSync('npm config get registry', { encoding: 'utf8' }).trim()
  const config = join(folder, 'verdaccio.yaml')
  writeFileSync(config, configuration(join(folder, 'storage'), upstream))
  const address = `127.0.0.1:${await freePort()}`
  const args = [program, '--config', config, '--listen', address]
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text
    })
  }
  const url = `http://${address}/`
  const isUp = await untilUp(url, child)
  const close = () => stop(child)
  if (isUp) return { url, publish: (tarball) => publish(tarball, url, folder), close }
  await close()
  throw new RegistryError(`Verdaccio did not start: ${output.trim()}`)
}

function install(): void {
  if (existsSync(program)) return
  try {
    execSync('npm ci --no-audit --no-fund', { cwd: packages, stdio: ['ignore', 'ignore', 'pipe'] })
  } catch (error) {
    const [line = ''] = String((error as { readonly stderr?: Buffer }).stderr).split('\n')
    throw new RegistryError(`Verdaccio cannot be installed: ${line}`)
  }
}

/** Anybody may publish ommer there, and it never comes from upstream. YAML includes JSON. */
function configuration(storage: string, upstream: string): string {
  return JSON.stringify({
    storage,
    uplinks: { upstream: { url: upstream, maxage: '60m', timeout: '60s' } },
    packages: {
      ommer: { access: '$all', publish: '$all', unpublish: '$all' },
      '**': { access: '$all', proxy: 'upstream' },
    },
    max_body_size: '100mb',
    log: { type: 'stdout', level: 'error' },
  })
}

async function untilUp(url: string, child: ChildProcess): Promise<boolean> {
  const end = performance.now() + START_SECONDS * 1000
  while (performance.now() < end && child.exitCode === null) {
    const isUp = await fetch(`${url}-/ping`).then(
      ({ ok }) => ok,
      () => false,
    )
    if (isUp) return true
    await sleep(200)
  }
  return false
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { readonly port: number }
  server.close()
  await once(server, 'close')
  return port
}

function publish(tarball: string, url: string, folder: string): void {
  // npm publishes only with a token; this registry accepts any.
  const userconfig = join(folder, 'publish.npmrc')
  writeFileSync(userconfig, `registry=${url}\n${url.replace('http:', '')}:_authToken=any\n`)
  execFileSync('npm', ['publish', tarball, '--userconfig', userconfig], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'pipe'],
    shell: process.platform === 'win32',
  })
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return
  const closed = once(child, 'close')
  child.kill()
  await closed
}
