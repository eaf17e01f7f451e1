import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { exportChain } from '../../../../src/exportChain.ts'
import {
  amsterdamRequests,
  createAmsterdamChain,
} from '../../../../test/support/amsterdam/askedChain.ts'
import { startWith } from '../compareChain.ts'
import { post } from '../gethNode.ts'

/** Saves geth's answers about a chain of Amsterdam for the tests. @returns how many */
export async function recordAnswers(program: string, scratch: string): Promise<number> {
  const chain = await createAmsterdamChain()
  const files = join(scratch, 'asked-amsterdam')
  await exportChain(chain, files, { format: 'hive' })
  const geth = await startWith(program, chain, files, scratch)
  try {
    const client = await geth.ask('web3_clientVersion')
    const answers: string[] = []
    for (const { name, method, params } of amsterdamRequests(chain)) {
      const { result, error } = JSON.parse(await post(geth.url, { method, params }))
      const answer = error === undefined ? { result } : { error }
      answers.push(`  ${JSON.stringify(name)}: ${JSON.stringify(answer)}`)
    }
    const head = `{\n "client": ${JSON.stringify(client)},\n "answers": {\n`
    writeFileSync('test/data/geth/amsterdam.json', `${head}${answers.join(',\n')}\n }\n}\n`)
    return answers.length
  } finally {
    await geth.stop()
  }
}
