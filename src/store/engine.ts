/** The engines, and the values that both can bind to a statement. */

export type Engine = 'sqlite' | 'postgres'

export type Bindable = null | string | number | bigint | boolean | Uint8Array
