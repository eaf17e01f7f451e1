import { Random } from '../../../../src/primitives/random.ts'
import type { StateRequest } from './request.ts'
import { codeCalls } from './requests/codeCalls.ts'
import { contractCalls } from './requests/contractCalls.ts'
import { overrides } from './requests/overrides.ts'
import { precompiles } from './requests/precompiles.ts'
import { reads } from './requests/reads.ts'
import { simulations } from './requests/simulations.ts'
import { transactionCalls } from './requests/transactionCalls.ts'
import { typedCalls } from './requests/typedCalls.ts'
import type { Subjects } from './subjects.ts'

const families = {
  reads,
  transactionCalls,
  contractCalls,
  codeCalls,
  overrides,
  precompiles,
  typedCalls,
  simulations,
} satisfies Readonly<
  Record<string, (subjects: Subjects, random: Random) => Generator<StateRequest>>
>

/** All requests about the state of a block. @param key determines what is drawn at random */
export function requestsAbout(subjects: Subjects, key: string): StateRequest[] {
  return Object.entries(families).flatMap(([name, family]) => [
    ...family(subjects, new Random(`${key}/${name}`)),
  ])
}
