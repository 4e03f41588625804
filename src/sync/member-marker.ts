/** Notes whose work is being done, so that work that never ends can be traced to a member. */

export interface MemberKey {
  readonly sourceId: string
  readonly memberId: string
}

export interface MemberMarker {
  /** Call this before work for a member. Holds until the event loop turns. */
  mark(member: MemberKey): void
}

/** Marks the member whenever the producer or the consumer of the items continues. */
export async function* markEach<Item>(items: AsyncIterable<Item>, mark: () => void): AsyncGenerator<Item> {
  mark()
  for await (const item of items) {
    mark()
    yield item
    mark()
  }
}

/** For runs that nobody watches. */
export const noMarker: MemberMarker = { mark() {} }
