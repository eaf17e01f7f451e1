import { Socket } from 'node:net'
import { expect, it } from 'vitest'
import { PassedConnections } from '../../src/group/passedConnections.ts'
import { until } from '../support/until.ts'

it('ends the connections to members that do not own the family any more', async () => {
  const passed = new PassedConnections()
  const [a, b, other] = [new Socket(), new Socket(), new Socket()]
  passed.add('k', 'a:1', a)
  passed.add('k', 'b:1', b)
  passed.add('other', 'a:1', other)
  const ended = () => [a, b, other].map(({ destroyed }) => destroyed)
  passed.endOthers('k', { address: 'b:1' })
  expect(ended()).toEqual([true, false, false])
  await until(() => a.closed)
  passed.endOthers('k', 'here')
  expect(ended()).toEqual([true, true, false])
  other.destroy()
})
