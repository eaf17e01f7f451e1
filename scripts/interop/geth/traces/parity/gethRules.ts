/** When some forks activate, as geth's genesis says it: by number, from Shanghai on in seconds since 1970. */
export interface GethRules {
  readonly homesteadBlock?: number
  /** of EIP-158 and EIP-161, in Spurious Dragon */
  readonly eip158Block?: number
  readonly byzantiumBlock?: number
  readonly constantinopleBlock?: number
  readonly istanbulBlock?: number
  readonly shanghaiTime?: number
}
