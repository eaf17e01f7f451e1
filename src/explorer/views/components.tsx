import type { ComponentChildren } from 'preact'
import { inUnit, quantityOf, separated, unitOf } from '../decode/units.ts'
import { textOfHex, visibleText } from '../decode/visibleText.ts'
import { hrefOf } from '../routes.ts'
import { dateTime, shortHex } from '../store/format.ts'
import { CopyButton } from './copyAs.tsx'
import { useNames } from './nameBook.ts'

/** A name and what it is, in a list of facts. */
export function Fact({
  name,
  children,
}: {
  readonly name: string
  readonly children: ComponentChildren
}) {
  return (
    <>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </>
  )
}

/** A part of a view with a heading. */
export function Section(properties: {
  readonly title: string
  readonly note?: ComponentChildren
  readonly children: ComponentChildren
}) {
  return (
    <section class="card" aria-label={properties.title}>
      <h2>
        {properties.title} {properties.note !== undefined && <small>{properties.note}</small>}
      </h2>
      {properties.children}
    </section>
  )
}

/** Text that others wrote, isolated so that it cannot change what is around it. */
export function ForeignText({ text, max }: { readonly text: string; readonly max?: number }) {
  return <bdi class="foreign">{visibleText(text, max)}</bdi>
}

/** An address by its name, if it has one. */
export function AddressLink({
  address,
  isLong = false,
}: {
  readonly address: string
  readonly isLong?: boolean
}) {
  const names = useNames()
  const contract = names.find(address)
  const name = contract?.name || names.accounts.get(address.toLowerCase())
  return (
    <a class="address" href={hrefOf({ view: 'address', address })} title={address}>
      {name ? <ForeignText text={name} max={32} /> : null}
      {name ? ' ' : null}
      <span class={name ? 'mono muted' : 'mono'}>{isLong ? address : shortHex(address)}</span>
    </a>
  )
}

export function BlockLink(properties: {
  readonly block: string | number
  readonly children?: ComponentChildren
}) {
  const { block, children } = properties
  const isHash = typeof block === 'string' && block.length === 66
  const name = String(isHash || block === 'pending' ? block : Number(block))
  return (
    <a
      class={isHash && children === undefined ? 'mono' : undefined}
      href={hrefOf({ view: 'block', block: name })}
      title={isHash ? name : undefined}
    >
      {children ?? (isHash ? shortHex(name) : separated(name))}
    </a>
  )
}

export function TransactionLink({ hash }: { readonly hash: string }) {
  return (
    <a class="mono" href={hrefOf({ view: 'transaction', hash })} title={hash}>
      {shortHex(hash)}
    </a>
  )
}

/** An amount in the unit in which it is short, and in wei as a title. */
export function Amount(properties: {
  readonly wei: bigint
  /** whether only its first decimals are shown, as there is no room for more */
  readonly isShort?: boolean
}) {
  const { wei, isShort = false } = properties
  const unit = unitOf(wei)
  const text = inUnit(wei, unit)
  return (
    <span title={`${separated(wei)} wei`}>
      {isShort ? text.replace(/(\.\d{6})\d+$/, '$1…') : text} <span class="muted">{unit}</span>
    </span>
  )
}

/** A price of gas, in gwei. */
export function GasPrice({ wei }: { readonly wei: string | bigint | undefined }) {
  const value = typeof wei === 'bigint' ? wei : quantityOf(wei)
  if (value === undefined) return <>unknown</>
  const unit = value < 1_000_000n ? 'wei' : 'gwei'
  return (
    <span title={`${separated(value)} wei`}>
      {inUnit(value, unit)} <span class="muted">{unit}</span>
    </span>
  )
}

/** A QUANTITY as a decimal number. */
export function Quantity({ value }: { readonly value: string | null | undefined }) {
  const number = quantityOf(value)
  return <>{number === undefined ? 'null' : separated(number)}</>
}

export function Time({ seconds }: { readonly seconds: string }) {
  const time = Number(quantityOf(seconds) ?? 0n)
  const date = new Date(1_000 * time)
  const machine = Number.isNaN(date.getTime()) ? undefined : date.toISOString()
  return (
    <time dateTime={machine} title={`${time} seconds since 1970`}>
      {dateTime(time)}
    </time>
  )
}

/** A hash or other bytes of known length, whole, with a button that copies them. */
export function Hash({ value, what }: { readonly value: string; readonly what: string }) {
  return (
    <span class="hash">
      <span class="mono break">{value}</span> <CopyButton text={value} what={what} />
    </span>
  )
}

/** How many bytes are shown at once. */
const BYTES_SHOWN = 512

/** Bytes of any length, and the text that they are, if they are one. */
export function Bytes({ hex, what }: { readonly hex: string; readonly what: string }) {
  const length = Math.max(0, (hex.length - 2) / 2)
  if (length === 0) return <span class="muted">none</span>
  const text = textOfHex(hex)
  const isCut = length > BYTES_SHOWN
  return (
    <span class="bytes">
      {text !== undefined && (
        <>
          <ForeignText text={text} />{' '}
        </>
      )}
      <span class="mono break muted">{isCut ? `${hex.slice(0, 2 + 2 * BYTES_SHOWN)}…` : hex}</span>{' '}
      {isCut && <span>({separated(length)} bytes)</span>}
      <CopyButton text={hex} what={what} />
    </span>
  )
}

/** Gas as a part of a limit, as numbers and as a bar. */
export function GasUse({ used, limit }: { readonly used: string; readonly limit: string }) {
  const [part, whole] = [Number(used), Number(limit)]
  const percent = whole === 0 ? 0 : (100 * part) / whole
  return (
    <>
      {separated(part)} of {separated(whole)}{' '}
      <span class="muted">({percent.toFixed(percent < 10 ? 1 : 0)} %)</span>{' '}
      <meter min={0} max={whole || 1} value={part} aria-hidden="true" />
    </>
  )
}

/** What is shown while there is nothing yet. */
export function Waiting({ what, error }: { readonly what: string; readonly error?: Error }) {
  return (
    <section class="page">
      <h1>{what}</h1>
      {error === undefined ? (
        <p role="status" class="muted">
          Loading…
        </p>
      ) : (
        <p role="alert" class="problem">
          The server answered: <ForeignText text={error.message} max={500} />
        </p>
      )}
    </section>
  )
}
