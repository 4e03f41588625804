/** The socket hosts: four names with the same protocol. */

import type { SandboxHost } from '../../host.ts'
import { refuseOthers } from '../refusals.ts'
import { converse } from './conversation.ts'

export const socketHosts: readonly SandboxHost[] = ['data', 'prodata', 'widgetdata', 'history-data'].map(
  (name) => ({
    host: `${name}.tradingview.com`,
    routes: [],
    refuseSocket: refuseOthers,
    socket: converse,
  }),
)
