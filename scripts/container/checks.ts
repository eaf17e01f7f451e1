import assert from 'node:assert/strict'
import { headNumber } from '../action/headNumber.ts'
import type { Container } from './engine.ts'

/**
 * Checks a container from its start to its end.
 *
 * @returns what was found true, a line for each
 * @throws {Error} for what is not
 */
export async function checkContainer(container: Container): Promise<string[]> {
  let isOver = false
  try {
    await container.healthy()
    const head = await headNumber(`${container.url}/v3/dev`)
    assert.match(head, /^0x[1-9a-f]/)
    const user = await container.script('console.log(process.getuid?.())')
    // Windows has no users with numbers, and this folder no protection there.
    const hasUsers = user.stdout.trim() !== 'undefined'
    if (hasUsers) {
      assert.notEqual(user.stdout.trim(), '0', 'the program runs as root')
      assert.equal(await canWrite(container, 'tmp'), true, '/tmp cannot be written to')
      assert.equal(await canWrite(container, 'app'), false, '/app can be written to')
      assert.equal(await canWrite(container, '.'), false, '/ can be written to')
    }
    isOver = true
    const { code, output } = await container.stop()
    assert.equal(code, 0, `after SIGTERM it exited with ${code}: ${output}`)
    return [
      'the health check passes',
      `eth_blockNumber is ${head}`,
      hasUsers
        ? `the user is ${user.stdout.trim()}, who can write to nothing but /tmp`
        : 'no users here',
      'it exits with 0 after SIGTERM',
    ]
  } finally {
    if (!isOver) await container.stop()
  }
}

/** @param folder relative to the root, in which scripts run */
async function canWrite(container: Container, folder: string): Promise<boolean> {
  const { code } = await container.script(`require('fs').writeFileSync('${folder}/written', '')`)
  return code === 0
}
