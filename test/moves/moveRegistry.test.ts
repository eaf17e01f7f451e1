import { expect, it } from 'vitest'
import { MoveMethods } from '../../src/moves/moveMethods.ts'
import { moves } from '../../src/moves/moveRegistry.ts'
import { controlMethods } from '../../src/rpc/control/controlRegistry.ts'
import { describeControlMethods } from '../../src/rpc/openrpc/controlMethods.ts'
import { moveSteps } from '../../src/scenario/stepContents.ts'
import { RemoteEndpoint } from '../../src/testing/remoteEndpoint.ts'

const names = moves.map(({ name }) => name)

it.each(moves)(
  'makes $name available in code, in other processes, at the control address and in OpenRPC',
  (move) => {
    expect(MoveMethods.prototype).toHaveProperty(move.name, expect.any(Function))
    const server = {
      http: 'http://127.0.0.1:1',
      ws: 'ws://127.0.0.1:1',
      ownKey: 'own',
      moves: names,
    }
    expect(new RemoteEndpoint('any', server)).toHaveProperty(move.name, expect.any(Function))
    const methods = [`ommer_${move.name}`, ...(move.aliases ?? []).flatMap(({ names }) => names)]
    const described = describeControlMethods(controlMethods).map(({ name }) => name)
    for (const method of methods) {
      expect(controlMethods.has(method)).toBe(true)
      expect(described).toContain(method)
    }
    for (const step of Object.keys(move.steps ?? {})) expect(moveSteps.get(step)?.move).toBe(move)
  },
)

it('contains each name once', () => {
  expect(new Set(names).size).toBe(names.length)
  const steps = moves.flatMap((move) => Object.keys(move.steps ?? {}))
  expect(new Set(steps).size).toBe(steps.length)
  const methods = moves.flatMap(({ name, aliases = [] }) => [
    `ommer_${name}`,
    ...aliases.flatMap(({ names }) => names),
  ])
  expect(new Set(methods).size).toBe(methods.length)
})
