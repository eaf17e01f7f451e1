import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { FixtureError } from '../../../src/formats/fixtureError.ts'
import { importHive } from '../../../src/formats/hive/importHive.ts'
import { oddGenesis } from '../../support/oddGenesis.ts'
import { temporaryFolder } from '../../support/temporaryFolder.ts'

const folder = temporaryFolder()
const path = join(folder, 'genesis.json')

describe('a genesis.json that repeats names, escapes letters, or goes on after its end', () => {
  it.each(oddGenesis)('has the hash of geth, or is refused as by geth: $name', async (odd) => {
    writeFileSync(path, odd.text)
    const hash = await importHive(folder).then(({ tree }) => tree.first.hash, refused)
    expect(hash).toBe(odd.hash)
  })

  it('is refused if it is nested too deeply', async () => {
    writeFileSync(path, `{"deep":${'['.repeat(9000)}${']'.repeat(9000)}}`)
    await expect(importHive(folder)).rejects.toThrow(`${path}: it is nested too deeply`)
  })
})

/** @throws what is not a refusal of the file */
function refused(error: unknown): undefined {
  if (!(error instanceof FixtureError)) throw error
}
