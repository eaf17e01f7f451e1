import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build, type InlineConfig } from 'vite'
import { afterAll, beforeAll } from 'vitest'

/** Files of a site by path. */
type Files = ReadonlyMap<string, string | Uint8Array>

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
}

/** A site of this machine, for the tests of a file. */
export interface Site {
  readonly port: number
  /** its address, on 127.0.0.1 */
  readonly url: string
}

/**
 * Builds a page and serves it on a free port of 127.0.0.1 while the tests of a file run.
 *
 * @param folder in `test/browser/pages`, with an `index.html`
 */
export function servePage(folder: string): Site {
  return serveSite(() => buildFiles({ root: pathOf(`${folder}/`), base: './' }))
}

/** Serves an empty page while the tests of a file run. */
export function serveEmptyPage(): Site {
  return serveSite(async () => new Map([['/index.html', '<!doctype html><title>empty</title>']]))
}

function serveSite(filesOf: () => Promise<Files>): Site {
  let files: Files = new Map()
  const server = createServer(({ url = '/' }, response) => {
    const { pathname } = new URL(url, 'http://site')
    const path = pathname === '/' ? '/index.html' : pathname
    const content = files.get(path)
    if (content === undefined) response.writeHead(404).end()
    else response.writeHead(200, { 'content-type': TYPES[extname(path)] }).end(content)
  })
  beforeAll(async () => {
    files = await filesOf()
    await once(server.listen(0, '127.0.0.1'), 'listening')
  })
  afterAll(async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  })
  const port = () => (server.address() as AddressInfo).port
  return {
    get port() {
      return port()
    },
    get url() {
      return `http://127.0.0.1:${port()}/`
    },
  }
}

/**
 * Builds a module of `test/browser/pages` as a script that defines a global variable.
 *
 * @param global the variable, an object of what the module exports
 */
export async function buildScript(module: string, global: string): Promise<string> {
  const lib = { entry: pathOf(module), formats: ['iife' as const], name: global, fileName: 'lib' }
  const [code] = [...(await buildFiles({ root: pathOf(''), build: { lib } })).values()]
  return String(code)
}

async function buildFiles(config: InlineConfig): Promise<Files> {
  const built = await build({
    ...config,
    configFile: false,
    logLevel: 'error',
    build: { ...config.build, write: false, reportCompressedSize: false },
  })
  const outputs = Array.isArray(built) ? built : [built]
  const files = outputs.flatMap((each) => ('output' in each ? each.output : []))
  return new Map(
    files.map((file) => [`/${file.fileName}`, file.type === 'chunk' ? file.code : file.source]),
  )
}

function pathOf(path: string): string {
  return fileURLToPath(new URL(`../pages/${path}`, import.meta.url))
}
