import { describe, expect, test } from 'vitest'
import { faultKinds } from '../../src/faults/faultRegistry.ts'
import type { FaultDescription } from '../../src/faults/kind.ts'
import { resolveFaults } from '../../src/faults/resolveFaults.ts'
import { methodsOpenTo } from '../../src/rpc/faults/openMethods.ts'

/** The required fields of faults. */
const fields: Readonly<Record<string, object>> = {
  latency: { milliseconds: 1 },
  staleHead: { blocks: 1 },
  staleState: { blocks: 1 },
  error: { code: 1, message: 'no' },
  raw: { body: 'no' },
  prunedHistory: { before: 1 },
  truncatedLogs: { count: 1 },
  corrupt: { what: 'logsBloom' },
  messageDelayed: { milliseconds: 1 },
}

describe.each(Object.entries<FaultDescription>(faultKinds))('%s', (kind) => {
  const [rule] = resolveFaults([{ fault: { kind, ...fields[kind] } }])

  test('has the kind that its schema names', () => {
    expect(rule?.fault.kind).toBe(kind)
  })

  test('lists a transport if it applies to notifications', () => {
    expect(rule?.scope.notifications).not.toContain('http')
  })

  test('changes answers that some methods have', () => {
    for (const target of [...(rule?.scope.targets ?? []), ...(rule?.scope.spares ?? [])]) {
      expect(methodsOpenTo([target]), target).not.toEqual([])
    }
  })

  test('applies to batches exactly if its effect does', () => {
    expect(rule?.effect.at === 'batch').toBe(rule?.scope.subject === 'batch')
  })
})
