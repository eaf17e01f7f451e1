import { controlMethods } from './control/controlRegistry.ts'
import { devMethods } from './control/devMethods.ts'
import { RequestError } from './errors.ts'
import type { MethodSet } from './methodSet.ts'
import { methodSets, subscriptionMethods, walletMethods } from './methods/methodRegistry.ts'
import { unservedMethods } from './unservedMethods.ts'

/** The methods that a server has. */
export interface Served {
  readonly methods: MethodSet
  /** whether endpoints serve the methods that move them */
  readonly hasDev: boolean
}

/** The error for a method that is not served. It says why if other nodes or other options of the server have it. */
export function methodNotFound(name: string, served: Served): RequestError {
  // Clients match geth's words, with which it begins.
  const error = `the method ${name} does not exist/is not available`
  const reason = reasonFor(name, served)
  return new RequestError('METHOD_NOT_FOUND', reason === undefined ? error : `${error}: ${reason}`)
}

function reasonFor(name: string, { methods, hasDev }: Served): string | undefined {
  if (methodSets.all.has(name) || subscriptionMethods.all.has(name)) {
    return methods === 'all' ? undefined : `it needs --methods all`
  }
  if (devMethods.has(name) || walletMethods.has(name)) return hasDev ? undefined : 'it needs --dev'
  if (controlMethods.has(name)) return 'only the control address has it, which --control turns on'
  return unservedMethods.get(name)
}
