import type { ClientCommands } from '../client/commandClient.ts'

/** A test for `node --test` that fails as long as the client is wrong in a scenario. */
export function testFile(scenario: string, { run, rows, before, after }: ClientCommands): string {
  const commands = JSON.stringify({ run, rows, before, after }, undefined, 2)
  return `import assert from 'node:assert/strict'
import { test } from 'node:test'
import { commandClient, describeDifference, replay } from 'ommer/hunt'

const client = commandClient(${commands})

test('${scenario}', async () => {
  const { difference } = await replay(new URL('${scenario}', import.meta.url), client)
  assert.equal(difference && describeDifference(difference), undefined)
})
`
}
