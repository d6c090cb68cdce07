import type { HandlerContext, HandlersOf } from '../handler-types.ts'

export function localAddressHandlers({ services: { localAddresses } }: HandlerContext): HandlersOf<'localAddress'> {
  return {
    'localAddress.list': () => localAddresses.list(),
    'localAddress.open': ({ profileId, port }, { confirm }) =>
      localAddresses.open(profileId, { confirm, ...(port === undefined ? {} : { port }) }),
    'localAddress.close': ({ profileId }) => localAddresses.close(profileId),
    'localAddress.revokeConsents': ({ profileId }) => localAddresses.revokeConsents(profileId),
  }
}
