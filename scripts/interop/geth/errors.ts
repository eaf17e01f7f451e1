import { join } from 'node:path'
import { exportChain } from '../../../src/exportChain.ts'
import { serve } from '../../../src/serve.ts'
import { readAnswers, writeAnswers } from '../../../test/support/geth/answersFile.ts'
import { askAll } from '../../../test/support/geth/askAll.ts'
import { knownDifferences } from '../../../test/support/geth/knownDifferences.ts'
import { createAskedChain, landmarksOf } from '../../../test/support/geth/landmarks.ts'
import { startWith } from './compareChain.ts'

/** Sends geth and ommer requests that may be refused. @param record saves geth's responses for the tests */
export async function compareErrors(
  program: string,
  scratch: string,
  record: boolean,
): Promise<{ readonly summary: string; readonly differences: readonly string[] }> {
  const chain = await createAskedChain()
  const landmarks = landmarksOf(chain)
  const files = join(scratch, 'asked')
  await exportChain(chain, files, { format: 'hive' })
  const geth = await startWith(program, chain, files, scratch)
  const server = await serve(chain, { port: 0, dialect: 'geth' })
  try {
    const [theirs, ours] = [await askAll(geth, landmarks), await askAll(server, landmarks)]
    if (record) writeAnswers(await geth.ask('web3_clientVersion'), theirs)
    const recorded = readAnswers()
    const known = new Map(
      knownDifferences.flatMap(({ questions, answer }) =>
        questions.map((name): [string, string] => [name, answer]),
      ),
    )
    const differences: string[] = []
    let same = 0
    for (const [name, kind] of theirs) {
      const our = ours.get(name)
      if (recorded.get(name) !== kind) {
        differences.push(`${name}: geth ${kind}, recorded ${recorded.get(name)}`)
      }
      if (our === kind) same++
      else if (our !== known.get(name)) differences.push(`${name}: geth ${kind}, ommer ${our}`)
    }
    const errors = [...theirs.values()].filter((kind) => kind.startsWith('-')).length
    const summary = `${same} of ${theirs.size} responses are the same (${errors} of them errors), ${known.size} known differences`
    return { summary, differences }
  } finally {
    await Promise.all([geth.stop(), server.close()])
  }
}
