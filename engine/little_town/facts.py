"""What a move did, in order, as codes with numbers and cells.

Every fact is `{"fact": code, ...}`. The mover's seat is known from the log entry; a fact that can be about another
seat carries "seat". Amounts are `{kind: n}` with n > 0, kinds in the order coins wood stone fish wheat; {} for nothing.

===============  =========================================  ======================================================
fact             keys                                       of
===============  =========================================  ======================================================
placed           cell                                       place
fee              seat, coins                                use: what the tile's owner `seat` got, before `used`
used             cell, kind, id, paid, gained, lost,        use: kind "terrain" or "tile"; `lost`: what the stock
                 points                                     lacked (LT-1.2); `points`: booked on the track
built            building, cell, paid                       build
turn_ended                                                  end_turn in phase turns
residence_ended                                             end_turn in the residence step
cathedral        seat, points, cells                        end_turn: the cathedral's points at the round's end,
                                                            from the workers at `cells`; only if there are any
residence        seat                                       end_turn: the residence step of `seat` begins (LT-4.1)
feeding          round                                      end_turn: all work is done, everybody feeds
fed              fish, wheat, coins, hungry, points         feed: `hungry` food missing, `points` 0 or negative
round_ended      round                                      feed: the last of the round; workers return
round_started    round, seat                                feed: the next round, `seat` is its start player
game_over                                                   feed: the last of round 4
shown            objective, points                          show
achieved         seat, objective, points                    use, build, feed: only for that seat itself as viewer
===============  =========================================  ======================================================

`achieved` comes after the facts of the move itself, before `round_ended` and what follows. Hidden cards that the end
of the game reveals are no facts: the view has them.
"""
