import * as v from 'valibot'
import { boolean } from '../../../primitives/input.ts'
import { type ControlMethod, controlMethod } from '../controlMethod.ts'

const parameters = [
  { name: 'isEnabled', description: 'Whether the terminal tells what happens.', schema: boolean },
] as const

const summary = 'Turns on or off what the server tells on its terminal'

export const hardhat_setLoggingEnabled: ControlMethod = controlMethod({
  summary: `${summary}, as Hardhat does.`,
  parameters,
  result: { name: 'isDone', schema: v.literal(true) },
  call([isEnabled], { endpoints }) {
    endpoints.setLogging?.(isEnabled)
    return true
  },
})

export const anvil_setLoggingEnabled: ControlMethod = controlMethod({
  summary: `${summary}, as Anvil does.`,
  parameters,
  result: { name: 'nothing', schema: v.null() },
  call([isEnabled], { endpoints }) {
    endpoints.setLogging?.(isEnabled)
  },
})
