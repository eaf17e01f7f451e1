import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll } from 'vitest'
import { buildSite } from '../../../scripts/site/buildSite.ts'
import { version } from '../../../scripts/site/repository.ts'
import { serveSite } from '../../../scripts/site/serveSite.ts'

const BASE = '/ommer/'

/** A version with few pages, beside which this one is built. */
export const OLDER = '0.0.9'

/** The documentation site, for the tests of a file. */
export interface DocsSite {
  /** the address of the whole site */
  readonly root: string
  /** the address of this version */
  readonly home: string
}

/** Builds the documentation site of this version beside an older one, and serves it while the tests of a file run. */
export function serveDocsSite(): DocsSite {
  let folder: string
  let server: Server
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'ommer-site-'))
    mkdirSync(join(folder, OLDER))
    for (const page of ['index.html', 'faults.html', '404.html']) {
      const html = `<!doctype html><title>${page} of ${OLDER}</title>`
      writeFileSync(join(folder, OLDER, page), html)
    }
    buildSite(folder, BASE)
    server = await serveSite(folder, BASE, 0)
  })
  afterAll(async () => {
    server?.closeAllConnections()
    await new Promise((resolve) => server?.close(resolve) ?? resolve(undefined))
    rmSync(folder, { recursive: true, force: true })
  })
  const root = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}${BASE}`
  return {
    get root() {
      return root()
    },
    get home() {
      return `${root()}${version}/`
    },
  }
}
