import { type Channel, channel } from 'node:diagnostics_channel'
import type { LayerTrace, RequestTrace } from '../types/shared/trace.ts'
import { Operation } from './operation.ts'

export const requests = new Operation<RequestTrace>('webapp.request')
export const layers = new Operation<LayerTrace>('webapp.layer')
export const routes: Channel = channel('webapp.route')
export const errors: Channel = channel('webapp.error')
