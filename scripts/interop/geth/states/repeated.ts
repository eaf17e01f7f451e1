import type { GethOptions } from '../gethOptions.ts'
import type { StateRequest } from './request.ts'

/** Whether a request's method starts as the options say, if they do. */
export function wanted({ method }: GethOptions): (request: StateRequest) => boolean {
  return (request) => method === undefined || request.method.startsWith(method)
}

/** The command that sends a request again. */
export function repeatWith({ seed, traces }: GethOptions, name: string, block: number) {
  const part = traces ? '--traces ' : ''
  return ({ method }: StateRequest): string =>
    `npm run interop:geth -- ${part}--chain ${name} --seed ${seed} --block ${block} --method ${method}`
}
