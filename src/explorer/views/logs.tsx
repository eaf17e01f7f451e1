import { useSignal } from '@preact/signals'
import { counted } from '../store/format.ts'
import { More } from './blockParts.tsx'
import {
  AddressLink,
  Amount,
  BlockLink,
  Bytes,
  Quantity,
  Section,
  TransactionLink,
} from './components.tsx'
import { DecodedItem } from './decoded.tsx'
import { useNames } from './nameBook.ts'
import type { RpcLog } from './rpcTypes.ts'

interface Properties {
  readonly logs: readonly RpcLog[]
  /** what to say if there are none */
  readonly empty: string
  /** whether they are of several transactions */
  readonly hasPlaces?: boolean
}

/** From Amsterdam on, the protocol writes a log of this address for each transfer of ether (EIP-7708). */
const ETHER = '0xfffffffffffffffffffffffffffffffffffffffe'

/** Logs in the words of their events; those of transfers of ether are told apart from those of tokens. */
export function Logs({ logs, empty, hasPlaces = false }: Properties) {
  const shown = useSignal(20)
  return (
    <Section title="Logs" note={countOf(logs)}>
      {logs.length === 0 && <p class="muted">{empty}</p>}
      <ol class="log-list">
        {logs.slice(0, shown.value).map((log) => (
          <li key={`${log.blockNumber} ${log.logIndex}`}>
            <p class="log-place">
              <span class="muted">
                log <Quantity value={log.logIndex} /> of
              </span>{' '}
              {log.address === ETHER ? 'the protocol' : <AddressLink address={log.address} />}
              {hasPlaces && (
                <>
                  {' '}
                  <span class="muted">in block</span> <BlockLink block={log.blockNumber} />{' '}
                  <TransactionLink hash={log.transactionHash} />
                </>
              )}
            </p>
            <LogContent log={log} />
          </li>
        ))}
      </ol>
      <More shown={shown} total={logs.length} />
    </Section>
  )
}

function countOf(logs: readonly RpcLog[]): string {
  const transfers = logs.filter(({ address }) => address === ETHER).length
  const all = counted(logs.length, 'log')
  return transfers === 0 ? all : `${all}, ${counted(transfers, 'transfer')} of ether`
}

/** Ether that moved from one account to another. */
function EtherTransfer({ log: { topics, data } }: { readonly log: RpcLog }) {
  const [from, to] = topics.slice(1).map((topic) => `0x${topic.slice(-40)}`)
  return (
    <p>
      <Amount wei={BigInt(data)} /> from <AddressLink address={from ?? ''} /> to{' '}
      <AddressLink address={to ?? ''} />
    </p>
  )
}

function LogContent({ log }: { readonly log: RpcLog }) {
  if (log.address === ETHER) return <EtherTransfer log={log} />
  const decoded = useNames().log(log.address, log.topics, log.data)
  if (decoded !== undefined) return <DecodedItem decoded={decoded} address={log.address} />
  return (
    <dl class="facts">
      {log.topics.map((topic, index) => (
        <div key={index} class="parameter">
          <dt>topic {index}</dt>
          <dd class="mono break">{topic}</dd>
        </div>
      ))}
      <div class="parameter">
        <dt>data</dt>
        <dd>
          <Bytes hex={log.data} what="data" />
        </dd>
      </div>
    </dl>
  )
}
