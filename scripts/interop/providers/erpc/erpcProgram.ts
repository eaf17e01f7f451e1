import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { cacheFolder } from '../../cacheFolder.ts'

/**
 * Builds `judge/` with the source of eRPC in the folder `OMMER_TEST_ERPC_SOURCE`: clones of erpc/erpc and of
 * blockchain-data-standards/manifesto, under these names. It needs Go, which fetches what eRPC depends on.
 *
 * @returns the path of the program; undefined if the variable is not set
 */
export function findErpcJudge(): string | undefined {
  const { OMMER_TEST_ERPC_SOURCE } = process.env
  if (OMMER_TEST_ERPC_SOURCE === undefined) return undefined
  const source = resolve(OMMER_TEST_ERPC_SOURCE)
  const folder = join(cacheFolder, 'erpc-judge')
  mkdirSync(join(folder, 'normalizer'), { recursive: true })
  cpSync(fileURLToPath(new URL('judge/', import.meta.url)), folder, { recursive: true })
  // Their package needs a part of manifesto that is not public; these files do not.
  for (const file of ['error_normalizer.go', 'util.go']) {
    cpSync(join(source, 'erpc/architecture/evm', file), join(folder, 'normalizer', file))
  }
  cpSync(join(source, 'erpc/go.sum'), join(folder, 'go.sum'))
  writeFileSync(join(folder, 'go.mod'), moduleFile(source))
  const env = { ...process.env, GOFLAGS: '-mod=mod', GOTOOLCHAIN: 'local' }
  const program = join(folder, 'judge')
  execFileSync('go', ['build', '-o', program, '.'], { cwd: folder, env, stdio: 'inherit' })
  return program
}

/** That of eRPC, with the versions that it requires. */
function moduleFile(source: string): string {
  const own = readFileSync(join(source, 'erpc/go.mod'), 'utf8')
  return `${own.replace(/^module .*/m, 'module judge').replace(/^toolchain .*/m, '')}
require github.com/erpc/erpc v0.0.0

replace github.com/erpc/erpc => ${join(source, 'erpc')}

replace github.com/blockchain-data-standards/manifesto => ${join(source, 'manifesto')}
`
}
