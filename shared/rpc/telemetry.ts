import * as z from 'zod'
import { TelemetryInput, type TelemetrySampleRow, type TelemetryStatus, type TelemetryTest } from '../domain/telemetry/telemetry'
import { call, topic } from './contractKinds'

export const telemetryCalls = {
  /**
   * Sends telemetry to an address from now on. The values of headers go into the vault. A header without a value keeps the one that is
   * there, unless the address has another host. At most 20 headers. Waits until the vault has answered for the headers.
   * Result: nothing. The topic says what is in force, or why nothing is sent.
   * Errors: INVALID_INPUT (the address is neither encrypted nor on this computer, or a header cannot be used), POLICY, SECRETS_LOCKED,
   * FILE_UNREADABLE (`settings.json` or the vault).
   */
  'telemetry.set': call<void>()(TelemetryInput),
  /**
   * Sends nothing from now on, and forgets the address and its headers.
   * Result: nothing.
   * Errors: POLICY, FILE_UNREADABLE.
   */
  'telemetry.turnOff': call<void>()(z.object({})),
  /**
   * Answers the offer of a collector that Parley's environment names. Agreed, it becomes the person's setting; what is said in conversations
   * is not sent. Otherwise it is not offered again until Parley is started again.
   * Result: nothing.
   * Errors: NOT_FOUND (nothing is offered any more), and those of `telemetry.set`.
   */
  'telemetry.answerOffer': call<void>()(z.object({ send: z.boolean() })),
  /**
   * Sends an empty request to the collector for each signal that is on. Waits at most ten seconds. With `input`, to what a person is about to
   * save: nothing of it is kept, and a header without a value has the one in the vault, unless the address has another host.
   * Result: for each signal, why it did not arrive. Without `input`, empty while telemetry is off.
   * Errors: with `input`, INVALID_INPUT and POLICY as those of `telemetry.set`; SECRETS_LOCKED and SECRET_MISSING of a header that is kept.
   */
  'telemetry.test': call<readonly TelemetryTest[]>()(z.object({ input: TelemetryInput.optional() })),
  /**
   * Shows what would be sent of one turn with one tool call.
   * Result: the spans, a measurement and the record of a decision, with their attributes. With `content`, also those that carry what was said.
   * Errors: none of its own.
   */
  'telemetry.sample': call<readonly TelemetrySampleRow[]>()(z.object({ content: z.boolean() })),
}

export const telemetryTopics = {
  /** Whether telemetry is sent, where to, who says so, what the environment offers, and how much was sent since the start. */
  telemetry: topic<TelemetryStatus>(),
}
