import type { Common } from '@ethereumjs/common'
import { amsterdamInterpreter } from './amsterdam/amsterdamInterpreter.ts'
import { type InterpreterClass, stockInterpreter } from './leanInterpreter.ts'

/** The class that runs code under the rules of a fork. */
export async function interpreterOf(common: Common): Promise<InterpreterClass> {
  const stock = await stockInterpreter()
  if (common.hardfork() !== 'amsterdam') return stock
  amsterdam ??= amsterdamInterpreter(stock)
  return amsterdam
}

let amsterdam: InterpreterClass | undefined
