import type * as v from 'valibot'
import type { Access } from '../../endpoint/access.ts'
import type { Endpoint } from '../../endpoint/endpoint.ts'
import type { Parameter, ValuesOf } from '../../moves/move.ts'
import type { RunLong } from '../longWork.ts'
import type { PlayedScenario } from './playedScenario.ts'

/** What a control method acts on: the endpoint of the key by which it was called. */
export interface ControlContext extends Access {
  readonly endpoints: EndpointDirectory
  /** runs a move that may take long: in slices, and only while the client is connected */
  readonly runLong: RunLong
  /** undefined where no scenario is played */
  readonly scenario: PlayedScenario | undefined
}

/** The endpoints of a server. */
export interface EndpointDirectory {
  /** The endpoint of a key; undefined where none exists yet, even if the server accepts any key. */
  existing(key: string): Endpoint | undefined
  /** The keys of those that exist. */
  keys(): Iterable<string>
  /** The keys of one of them, its own first. */
  keysOf(endpoint: Endpoint): readonly string[]
  /**
   * Makes an endpoint, or finds it where it exists as asked.
   *
   * @param options unchecked
   * @throws {OmmerError} where it cannot be made
   */
  create(key: string, options: unknown): EndpointAddresses
  /**
   * Sets the faults of an endpoint.
   *
   * @param rules unchecked; undefined ends all faults
   * @param options unchecked
   * @throws {OmmerError} where a rule or an option is wrong
   */
  setFaults(endpoint: Endpoint, rules: unknown, options: unknown): void
  /** Closes an endpoint. */
  close(endpoint: Endpoint): Promise<void>
}

/** Where an endpoint is served. */
interface EndpointAddresses {
  readonly url: string
  readonly wsUrl: string
  readonly controlUrl: string | undefined
}

/** A method of the control address, and what its OpenRPC entry follows from. */
export interface ControlMethod {
  readonly summary: string
  readonly parameters: readonly Parameter[]
  readonly result: { readonly name: string; readonly schema: v.GenericSchema }
  /**
   * @param args as the parameters describe them
   * @returns the result as plain JSON values, or a promise of it; undefined is answered as null
   * @throws {OmmerError} where it cannot be done
   */
  call(args: readonly unknown[], context: ControlContext): unknown
}

/** Has the compiler hold a method against the types of its own parameters. */
export function controlMethod<const Given extends readonly Parameter[]>(
  described: Omit<ControlMethod, 'parameters' | 'call'> & {
    readonly parameters: Given
    call(args: ValuesOf<Given>, context: ControlContext): unknown
  },
): ControlMethod {
  return described as unknown as ControlMethod
}
