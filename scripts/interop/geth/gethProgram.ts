import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'

/** The version whose responses ommer gives: the first one that knows Amsterdam. */
export const GETH_VERSION = '1.17.10'

/** Why `findGeth` finds none. */
export const GETH_MISSING = `neither geth ${GETH_VERSION} (OMMER_TEST_GETH=path) nor Go is installed`

/**
 * The path of geth: the one in `OMMER_TEST_GETH`, one that an earlier run built, or one that Go builds now from the module
 * proxy.
 *
 * @returns undefined without geth and Go
 */
export function findGeth(): string | undefined {
  const { OMMER_TEST_GETH, XDG_CACHE_HOME = join(homedir(), '.cache') } = process.env
  if (OMMER_TEST_GETH !== undefined) return OMMER_TEST_GETH
  const folder = join(XDG_CACHE_HOME, 'ommer-interop', `geth-${GETH_VERSION}`)
  const path = join(folder, process.platform === 'win32' ? 'geth.exe' : 'geth')
  if (existsSync(path)) return path
  if (!runs('go', 'version')) return undefined
  console.error(`building geth ${GETH_VERSION} (takes some minutes) ...`)
  mkdirSync(folder, { recursive: true })
  const module = `github.com/ethereum/go-ethereum/cmd/geth@v${GETH_VERSION}`
  const options = { env: { ...process.env, GOBIN: folder }, stdio: 'ignore' } as const
  try {
    execFileSync('go', ['install', module], options)
  } catch {
    throw new Error(`go install ${module} failed: is the module proxy reachable?`)
  }
  return path
}

function runs(program: string, argument: string): boolean {
  try {
    execFileSync(program, [argument], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}
