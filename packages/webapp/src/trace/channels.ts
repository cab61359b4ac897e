import { type Channel, channel } from 'node:diagnostics_channel'
import type { LayerTrace, RequestTrace } from '../types/shared/trace.ts'
import type { TracedOperation } from './operation.ts'
import { OperationChannels } from './operation-channels.ts'

export const requestChannels = new OperationChannels<RequestTrace & TracedOperation>(
  'webapp.request',
)
export const layerChannels = new OperationChannels<LayerTrace & TracedOperation>('webapp.layer')
export const routeChannel: Channel = channel('webapp.route')
export const errorChannel: Channel = channel('webapp.error')
export const applicationChannel: Channel = channel('webapp.application')
