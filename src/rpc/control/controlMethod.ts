import type * as v from 'valibot'
import type { Access } from '../../endpoint/access.ts'
import type { Endpoint } from '../../endpoint/endpoint.ts'
import type { ForkAccess } from '../../moves/forking.ts'
import type { Move, Parameter, ValuesOf } from '../../moves/move.ts'
import type { RunLong } from '../longWork.ts'
import type { SignRequest } from '../signing/transaction/signRequest.ts'
import type { ScenarioControl } from './scenarioControl.ts'

/** What a control method acts on: the endpoint of the key in the request. */
export interface ControlContext extends Access {
  readonly endpoints: EndpointDirectory
  /** whether the request was sent to the control address, whose clients may know all keys */
  readonly isControl: boolean
  /** runs a move that may take long: in slices, and only while the client is connected */
  readonly runLong: RunLong
  /** whether the client has disconnected */
  readonly isClosed: () => boolean
  /** signs transactions; undefined at the control address, which has no accounts */
  readonly sign?: SignRequest | undefined
  /** undefined if no scenario is played */
  readonly scenario: ScenarioControl | undefined
}

/** The endpoints of a server. */
export interface EndpointDirectory {
  /** the result of `web3_clientVersion` */
  readonly clientVersion: string
  /** Turns on or off what the terminal tells; undefined where there is none. */
  readonly setLogging?: ((isOn: boolean) => void) | undefined
  /** forks networks; undefined where none can be forked */
  readonly forks?: {
    /** @param isTrusted whether the client may name any URL */
    accessOf(isTrusted: boolean): ForkAccess
    /**
     * Asks another node of the network from which the chain of an endpoint was forked.
     *
     * @throws {OmmerError}
     */
    setNode(endpoint: Endpoint, rpc: string, isTrusted: boolean): Promise<void>
  }
  /** The endpoint of a key; undefined where none exists yet, even if the server accepts any key. */
  existing(key: string): Endpoint | undefined
  /** The keys of all existing endpoints. */
  keys(): Iterable<string>
  /** Whether another process would have the endpoint of a key; undefined if there is none. */
  readonly isElsewhere?: ((key: string) => boolean) | undefined
  /**
   * Checks that one endpoint may begin to follow another; undefined: it always may.
   *
   * @throws {OmmerError} UNKNOWN_ENDPOINT
   */
  readonly requireTogether?: ((key: string, leader: string) => void) | undefined
  /** The keys of one endpoint, its own first. */
  keysOf(endpoint: Endpoint): readonly string[]
  /**
   * Creates an endpoint, or returns the existing one with the same options.
   *
   * @param options unchecked
   * @throws {OmmerError} if it cannot be created
   */
  create(key: string, options: unknown): EndpointAddresses | Promise<EndpointAddresses>
  /**
   * Sets the faults of an endpoint.
   *
   * @param rules unchecked; undefined ends all faults
   * @param options unchecked
   * @throws {OmmerError} if a rule or an option is invalid
   */
  setFaults(endpoint: Endpoint, rules: unknown, options: unknown): void
  /**
   * Closes the endpoint of a key.
   *
   * @throws {OmmerError} UNKNOWN_ENDPOINT
   */
  close(key: string): Promise<void>
}

export interface EndpointAddresses {
  readonly url: string
  readonly wsUrl: string
  readonly controlUrl: string | undefined
}

/** A method of the control address, with the data for its OpenRPC entry. */
export interface ControlMethod {
  readonly summary: string
  readonly parameters: readonly Parameter[]
  readonly result: { readonly name: string; readonly schema: v.GenericSchema }
  /** set if it is the method of a move, and not of one that waits for clients */
  readonly move?: Move | undefined
  /** whether it changes the endpoint */
  readonly isChange?: boolean | undefined
  /** whether it waits for what clients do: while a scenario is played, it does not hold up their calls */
  readonly waitsForClients?: boolean | undefined
  /**
   * Calls the method.
   *
   * @param args checked against the parameters
   * @returns the result as plain JSON values, or a promise of it; undefined is answered as null
   * @throws {OmmerError} if the method fails
   */
  call(args: readonly unknown[], context: ControlContext): unknown
}

/** Makes the compiler check a method against the types of its own parameters. */
export function controlMethod<const Given extends readonly Parameter[]>(
  described: Omit<ControlMethod, 'parameters' | 'call'> & {
    readonly parameters: Given
    call(args: ValuesOf<Given>, context: ControlContext): unknown
  },
): ControlMethod {
  return described
}
