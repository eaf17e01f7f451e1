import { readdirSync, readFileSync } from 'node:fs'
import { extname } from 'node:path'
import { gzipSync } from 'node:zlib'
import { codeOf } from '../../primitives/errors.ts'

export interface ExplorerFile {
  readonly type: string
  readonly bytes: Uint8Array
  /** undefined if compression saves too little */
  readonly gzipped: Uint8Array | undefined
}

/** The page of the explorer, and the files that it loads by their names. */
export interface ExplorerFiles {
  readonly page: ExplorerFile
  /** their names contain a digest, so a file never changes */
  readonly assets: ReadonlyMap<string, ExplorerFile>
}

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
}

/** Smaller files fit in a packet or two. */
const GZIP_BYTES_MIN = 1024

/** In the built package, all modules are beside the folder. */
function builtFolder(): URL {
  const isSource = import.meta.url.endsWith('.ts')
  return new URL(isSource ? '../../../dist/explorer/' : './explorer/', import.meta.url)
}

/**
 * Reads the page as the build has written it.
 *
 * @returns undefined if it has not been built
 */
export function readExplorerFiles(folder: URL = builtFolder()): ExplorerFiles | undefined {
  try {
    const names = readdirSync(new URL('assets/', folder))
    return {
      page: readFile(new URL('index.html', folder)),
      assets: new Map(names.map((name) => [name, readFile(new URL(`assets/${name}`, folder))])),
    }
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined
    throw error
  }
}

function readFile(address: URL): ExplorerFile {
  const bytes = readFileSync(address)
  const gzipped = bytes.length < GZIP_BYTES_MIN ? undefined : gzipSync(bytes)
  return {
    type: types[extname(address.pathname)] ?? 'application/octet-stream',
    bytes,
    gzipped: gzipped && gzipped.length < bytes.length ? gzipped : undefined,
  }
}
