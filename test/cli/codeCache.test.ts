import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import module from 'node:module'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { version } from '../../src/version.ts'
import { runCli } from '../support/runCli.ts'
import { temporaryFolder } from '../support/temporaryFolder.ts'

const parent = temporaryFolder()
const code = `code-${version}`

/** Runs the built command line. @returns the folder of its cache */
async function run(home: string, value: string): Promise<string> {
  const env = { XDG_CACHE_HOME: join(parent, home), OMMER_NO_CACHE: value }
  const exit = await runCli(['spec'], env)
  expect(exit).toMatchObject({ code: 0, stderr: '' })
  return join(parent, home, 'ommer')
}

/** The files that Node has written, in a folder for its version. */
function written(folder: string): string[] {
  return readdirSync(join(folder, code), { recursive: true, encoding: 'utf8' })
}

describe.skipIf(!('enableCompileCache' in module))('compiled code', () => {
  it.each(['', '0'])('is kept in the cache folder with OMMER_NO_CACHE=%j', async (value) => {
    expect(written(await run(`on${value}`, value)).length).toBeGreaterThan(1)
  })

  it('is used again', async () => {
    const before = written(await run('again', ''))
    expect(written(await run('again', '')).sort()).toEqual(before.sort())
  })

  it.skipIf(process.platform !== 'linux')('is not kept where no folder can be made', async () => {
    const exit = await runCli(['spec'], { XDG_CACHE_HOME: '/proc', OMMER_NO_CACHE: '' })
    expect(exit).toMatchObject({ code: 0, stderr: '' })
  })

  it('of other versions is removed, and nothing else is', async () => {
    const folder = join(parent, 'old', 'ommer')
    for (const name of ['code-0.0.1', 'other']) {
      mkdirSync(join(folder, name), { recursive: true })
      writeFileSync(join(folder, name, 'file'), '')
    }
    await run('old', '')
    expect(readdirSync(folder).sort()).toEqual([code, 'other'])
  })
})

it('is not kept with OMMER_NO_CACHE=1', async () => {
  expect(existsSync(await run('variable', '1'))).toBe(false)
})
