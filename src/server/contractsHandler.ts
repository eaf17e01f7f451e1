import * as v from 'valibot'
import {
  type Contract,
  type ContractRole,
  contractAbis,
  contractRoles,
  summaryOf,
} from '../chain/contracts/contract.ts'
import { object, oneOf, readInput, wholeNumber } from '../primitives/input.ts'
import { InputError } from '../primitives/inputError.ts'
import type { Caller } from '../rpc/caller.ts'
import { runLong } from '../rpc/longWork.ts'
import type { Reply, ReplyPart } from '../rpc/reply.ts'
import { keyInPath } from './apiKey.ts'
import { GetRequests } from './getRequests.ts'
import type { HandlerContext } from './handlerContext.ts'
import type { HttpHandler } from './httpHandler.ts'
import { forAnyOrigin, jsonContent } from './httpHeaders.ts'
import * as refusals from './refusals.ts'
import { queryOf } from './requestTarget.ts'

const PREFIX = '/contracts/'

/** How many contracts a response has at most. */
const CONTRACTS_MAX = 1000

/** Which contracts are wanted. */
interface ContractQuery {
  /** default: all */
  readonly role: ContractRole | undefined
  /** how many to skip, oldest first; default: 0 */
  readonly offset: number
  /** how many to return; default: 1000 */
  readonly limit: number
}

const contractQuery = object(
  {
    role: v.optional(oneOf(...contractRoles)),
    offset: v.optional(wholeNumber(0), 0),
    limit: v.optional(wholeNumber(1, CONTRACTS_MAX), CONTRACTS_MAX),
  },
  { member: 'parameter', wanted: 'parameters such as role=token' },
)

/**
 * Creates the handler of `GET /contracts/<API_KEY>`, which lists the contracts that exist at the head of the endpoint; it
 * passes other paths to `next`.
 */
export function createContractsHandler(context: HandlerContext): HttpHandler {
  const { refuser } = context
  const { unknownKey, wrongPageVerb: wrongVerb } = refusals
  const requests = new GetRequests(context, { unknownKey, wrongVerb })
  return (request, response, next) => {
    const url = request.url as string
    const key = keyInPath(url, PREFIX)
    if (key === undefined) return next()
    const caller = requests.admit(request, response, key)
    if (caller === undefined) return
    let query: ContractQuery
    try {
      query = readQuery(url)
    } catch (error) {
      return refuser.answer(response, refusals.wrongQuery((error as InputError).message))
    }
    listContracts(caller)
      .then((contracts) => {
        const { reply, headers } = replyWith(contracts, query, key)
        return requests.answer(request, response, caller, reply, headers)
      })
      // Nobody waits for the list if the client has disconnected.
      .catch((error: unknown) => caller.isClosed() || next(error))
  }
}

/** @throws {InputError} */
function readQuery(url: string): ContractQuery {
  const values = [...queryOf(url)].map(([name, text]): [string, string | number] => [
    name,
    /^\d{1,15}$/.test(text) ? Number(text) : text,
  ])
  const fail = (path: string, problem: string) => new InputError('INVALID_QUERY', path, problem)
  return {
    role: undefined,
    ...readInput(contractQuery, Object.fromEntries(values), '', fail),
  }
}

/** Reads the blocks of a long chain in time slices. */
function listContracts(caller: Caller): Promise<readonly Contract[]> {
  return runLong(caller, async (pause) => {
    const { head, chain } = caller.endpoint
    const { contractIndex: index } = chain.base
    await index.read(head, pause, chain.tree)
    return index.at(head, chain.tree)
  })
}

function replyWith(
  contracts: readonly Contract[],
  { role, offset, limit }: ContractQuery,
  key: string,
): { readonly reply: Reply; readonly headers: readonly string[] } {
  const wanted = role === undefined ? contracts : contracts.filter((each) => each.role === role)
  const end = offset + limit
  const headers = [...jsonContent, ...forAnyOrigin, 'Cache-Control', 'no-store']
  if (end < wanted.length) {
    const next = new URLSearchParams({
      ...(role && { role }),
      offset: String(end),
      limit: String(limit),
    })
    headers.push('Link', `<${PREFIX}${key}?${next}>; rel="next"`)
    headers.push('Access-Control-Expose-Headers', 'Link')
  }
  return { reply: toJson(wanted.slice(offset, end)), headers }
}

/** The ABIs as JSON, of which all responses share the bytes and their compressed form. */
const abiTexts = new Map<ContractRole, Uint8Array>()

function toJson(contracts: readonly Contract[]): Reply {
  const parts: [string, ...ReplyPart[]] = ['[']
  for (const [index, contract] of contracts.entries()) {
    const fields = JSON.stringify(summaryOf(contract)).slice(0, -1)
    parts.push(`${index === 0 ? '' : ','}${fields},"abi":`, abiTextOf(contract.role), '}')
  }
  parts.push(']')
  return parts
}

function abiTextOf(role: ContractRole): Uint8Array {
  let text = abiTexts.get(role)
  if (text === undefined) {
    text = Buffer.from(JSON.stringify(contractAbis[role]))
    abiTexts.set(role, text)
  }
  return text
}
