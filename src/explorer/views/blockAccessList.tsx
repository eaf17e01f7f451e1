import { useSignal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { separated } from '../decode/units.ts'
import { useSession } from '../sessionContext.ts'
import { counted, shortHex } from '../store/format.ts'
import { More } from './blockParts.tsx'
import { AddressLink, Amount, ForeignText, Quantity, Section } from './components.tsx'
import type { RpcBlock } from './rpcTypes.ts'
import { useLoaded } from './useLoaded.ts'

interface Change {
  readonly index: string
  readonly value: string
}

/** What a block does to an account (EIP-7928). */
interface AccountAccess {
  readonly address: string
  readonly storageChanges: readonly { readonly key: string; readonly changes: readonly Change[] }[]
  readonly storageReads: readonly string[]
  readonly balanceChanges: readonly Change[]
  readonly nonceChanges: readonly Change[]
  readonly codeChanges: readonly { readonly index: string; readonly code: string }[]
}

/** How many accounts are shown at once, and how many entries of each kind for an account. */
const ACCOUNTS_SHOWN = 20
const ENTRIES_SHOWN = 5

/** The access list of a block: a row for each account. */
export function BlockAccessList({ block }: { readonly block: RpcBlock }) {
  const { connection, permissions } = useSession()
  const shown = useSignal(ACCOUNTS_SHOWN)
  const isKept = block.blockAccessListHash !== undefined && block.hash !== null
  const isAsked = isKept && permissions.value?.methods !== 'core'
  const { value: accounts, error } = useLoaded(
    async () =>
      isAsked
        ? await connection.request<readonly AccountAccess[]>('eth_getBlockAccessList', [block.hash])
        : undefined,
    ['access list', block.hash ?? '', isAsked],
  )
  if (error !== undefined) {
    return (
      <Section title="Access list">
        <p class="muted">
          The server answered: <ForeignText text={error.message} max={500} />
        </p>
      </Section>
    )
  }
  if (accounts === undefined) return null
  return (
    <Section title="Access list" note={counted(accounts.length, 'account')}>
      <p class="muted">
        The values after each transaction: {separated(block.transactions.length + 1)} is after the
        last, 0 before the first.
      </p>
      <div class="scroll">
        <table class="list">
          <thead>
            <tr>
              <th scope="col">Account</th>
              <th scope="col">Balance</th>
              <th scope="col">Nonce</th>
              <th scope="col">Code</th>
              <th scope="col">Slots written</th>
              <th scope="col">Slots read</th>
            </tr>
          </thead>
          <tbody>
            {accounts.slice(0, shown.value).map((account) => (
              <AccountRow key={account.address} account={account} />
            ))}
          </tbody>
        </table>
      </div>
      <More shown={shown} total={accounts.length} />
    </Section>
  )
}

function AccountRow({ account }: { readonly account: AccountAccess }) {
  const { address, balanceChanges, nonceChanges, codeChanges, storageChanges, storageReads } =
    account
  return (
    <tr>
      <td>
        <AddressLink address={address} />
      </td>
      <Entries values={balanceChanges.map(ofIndex((wei) => <Amount wei={BigInt(wei)} />))} />
      <Entries values={nonceChanges.map(ofIndex((nonce) => <Quantity value={nonce} />))} />
      <Entries
        values={codeChanges.map(({ index, code }) => (
          <>
            <Quantity value={index} />: {counted((code.length - 2) / 2, 'byte')}
          </>
        ))}
      />
      <Entries
        values={storageChanges.flatMap(({ key, changes }) =>
          changes.map(({ index, value }) => (
            <span class="mono" title={`slot ${key} = ${value}`}>
              <Quantity value={index} />: {shortWord(key)} = {shortWord(value)}
            </span>
          )),
        )}
      />
      <Entries
        values={storageReads.map((key) => (
          <span class="mono" title={key}>
            {shortWord(key)}
          </span>
        ))}
      />
    </tr>
  )
}

/** Writes a change as its index and its value. */
function ofIndex(write: (value: string) => ComponentChildren) {
  return ({ index, value }: Change) => (
    <>
      <Quantity value={index} />: {write(value)}
    </>
  )
}

/** A cell with a line for each entry. */
function Entries({ values }: { readonly values: readonly ComponentChildren[] }) {
  const rest = values.length - ENTRIES_SHOWN
  return (
    <td>
      {values.slice(0, ENTRIES_SHOWN).map((value, index) => (
        <div key={index}>{value}</div>
      ))}
      {rest > 0 && <div class="muted">and {separated(rest)} more</div>}
    </td>
  )
}

/** A word of 32 bytes without its leading zeros. */
function shortWord(word: string): string {
  return shortHex(`0x${word.slice(2).replace(/^0+(?=.)/, '')}`)
}
