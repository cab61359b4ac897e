import type { InputOf, Schema, StandardSchema } from './contract-types.ts'

/** A media type whose items `webapp/client` reads one by one. */
export type ItemsType = 'text/event-stream' | 'application/jsonl' | 'application/x-ndjson'

// Type aliases: an interface would not fit the index signatures of `ContractResponse`.
/** A response of text or bytes, which a handler sends in pieces. */
export type ContentResponse<ContentType extends string, Content> = {
  /** The media type. */
  readonly contentType: ContentType
  /** Any content. */
  readonly body: StandardSchema<Content>
}

/** A response of items, one after the other. */
export type ItemsResponse<ContentType extends ItemsType, S extends Schema> = {
  /** The media type. */
  readonly contentType: ContentType
  /** The schema of each item. */
  readonly items: S
}

/** The data of server-sent events, by the name of the event. */
export type EventSchemas = Readonly<Record<string, Schema>>

/** The events that such schemas describe: `{ event: 'joined', data: … }`. */
export type EventOf<Events extends EventSchemas> = {
  [Name in keyof Events & string]: { readonly event: Name; readonly data: InputOf<Events[Name]> }
}[keyof Events & string]

/** `stream` of webapp/contract. */
export interface CreateStream {
  /** Describes a response of items: server-sent events, or lines of JSON. */
  <const ContentType extends ItemsType, S extends Schema>(
    contentType: ContentType,
    items: S,
  ): ItemsResponse<ContentType, S>
  /** Describes a response of text or bytes. */
  <const ContentType extends string>(
    contentType: ContentType,
  ): ContentResponse<ContentType, ContentType extends `text/${string}` ? string : Uint8Array>
}

/** `eventStream` of webapp/contract. */
export type CreateEventStream = <Events extends EventSchemas>(
  events: Events,
) => ItemsResponse<'text/event-stream', StandardSchema<EventOf<Events>>>
