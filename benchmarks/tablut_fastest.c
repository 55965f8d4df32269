/* Random games of Tablut as fast as one core will play them: a record to chase, not an engine and not the yardstick.
 *
 *   cc -O3 -march=native -shared -fPIC tablut_fastest.c -o tablut_fastest.so
 *
 * All the rules except repetition. Every legal move is equally likely: draw an own piece and one of the 16 other
 * squares of its row and column until that square can be reached. No move list is ever built.
 * What makes it fast:
 * - The 81 squares less the castle and the 16 camp squares are 64, and only a black piece standing in a camp ever
 *   looks at a camp square. So the occupied squares are one 64-bit word, and "is the way free" is one AND with a
 *   mask from a table (for Black a second AND, with a word for the camps).
 * - Several tries are made at once, without branches, and one that succeeded is taken. The processor guesses the
 *   branch "did any succeed" right most of the time; a loop of single tries costs a wrong guess nearly every ply.
 * - All four directions of a capture are looked at in one vector, with one branch: was anything captured.
 * - The random word is made one round ahead: it is there when the processor starts again after a wrong guess.
 * - White's ply and Black's are compiled apart, and the tables and the game fit the first-level cache. */
#include <stdint.h>
#ifdef __AVX2__
#include <immintrin.h>
#endif

#define TRIES 6 /* from one random word: all their outcomes are equally likely to within 256^6 / 2^64 = 1/65536 */
#ifndef ON_MOVE /* hooks for a checking program */
#define ON_MOVE(player, from, to)
#define ON_END(result)
#endif
#define INLINE static inline __attribute__((always_inline))
#define UNLIKELY(x) __builtin_expect(!!(x), 0)

/* Squares by number: 0-3 the corners, 4-63 the others outside the camps, 64 the castle, 65-68 the camps' inner
 * squares, 69-80 the camps' edge squares. PLAN gives the class of each square, SETUP the pieces.
 * A move is 16 * its square of origin + one of the 16 targets. */
enum { LINE = 9, SQUARES = 81, MOVES = 16 * SQUARES, CORNERS = 15, CASTLE = 64, CAMP = 65, INNER = 15 };
enum { WHITE, BLACK, CUT, NOBODY, STUCK };
static const char PLAN[] =  "011444110" "111131111" "111111111" "411111114" "431121134"
                            "411111114" "111111111" "111131111" "011444110";
static const char SETUP[] = "...bbb..." "....b...." "....w...." "b...w...b" "bbwwkwwbb"
                            "b...w...b" "....w...." "....b...." "...bbb...";

typedef uint16_t Moves __attribute__((vector_size(32), may_alias));
typedef struct {
    _Alignas(32) uint16_t moves[2][16 * 16]; /* 16 for each piece, by player and slot; the king is White's slot 0 */
    uint8_t slot[SQUARES];                   /* of the piece on each square; stale where there is none */
} Pieces;
typedef struct {       /* apart from the pieces, so that it stays in registers */
    uint64_t men[2];   /* the pieces outside the camps (and not on the castle), a bit each */
    uint64_t camps;    /* the pieces in the camps */
    uint64_t draws[2]; /* 16 * the number of pieces */
} Board;

static struct { /* the tables */
    _Alignas(64) struct { uint64_t victim[4], opposite[4]; } capture[SQUARES]; /* by direction: both must be met */
    uint64_t bit[SQUARES], camp_bit[SQUARES]; /* of a square in `men` and in `camps`, or 0 */
    uint64_t way[MOVES];                      /* the squares outside the camps that must be empty */
    uint16_t camp_way[MOVES];                 /* the same in the camps */
    uint8_t target[MOVES], escape[SQUARES], beside[SQUARES][4];
} T;
static uint64_t RING; /* the four squares around the castle */
static Pieces START_PIECES;
static Board START_BOARD;

INLINE void put(Pieces *pieces, int player, uint64_t slot, uint64_t square) {
    const Moves targets = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};
    *(Moves *)(pieces->moves[player] + 16 * slot) = targets + (uint16_t)(16 * square);
    pieces->slot[square] = (uint8_t)slot;
}

static const int STEP[4][2] = {{0, 1}, {0, -1}, {1, 0}, {-1, 0}};
static int NUMBER[LINE][LINE]; /* row, column -> square */

static int square_at(int row, int column) { /* -1 beyond the edge */
    return (unsigned)row < LINE && (unsigned)column < LINE ? NUMBER[row][column] : -1;
}

static void prepare_square(int row, int column) {
    int from = NUMBER[row][column], move = 16 * from;
    for (int d = 0; d < 4; d++) {
        int down = STEP[d][0], right = STEP[d][1], next, open = 1;
        uint64_t way = 0, camps = 0;
        for (int k = 1; (next = square_at(row + k * down, column + k * right)) >= 0; k++) {
            /* The own camp ends two squares on at most, and no other camp is that near. */
            if (next == CASTLE || (next >= CAMP && (from < CAMP || k > 2))) open = 0;
            way |= T.bit[next];
            camps |= T.camp_bit[next];
            /* All ones is never free, for a piece always stands outside: the king, or, while he is on the castle,
             * defenders or an attacker that took part in capturing the last of them. */
            T.way[move] = open ? way : ~0ull;
            T.camp_way[move] = (uint16_t)camps;
            T.target[move++] = (uint8_t)next;
        }
        int victim = square_at(row + down, column + right), opposite = square_at(row + 2 * down, column + 2 * right);
        T.beside[from][d] = (uint8_t)victim;
        if (opposite < 0 || (victim >= CAMP && (from >= CAMP || opposite >= CAMP))) continue;
        /* Of the camps only the inner squares are left, between two pieces. The castle has no bit. */
        T.capture[from].victim[d] = T.bit[victim] | T.camp_bit[victim];
        T.capture[from].opposite[d] = opposite >= CASTLE ? ~0ull : T.bit[opposite]; /* hostile: always met */
    }
}

__attribute__((constructor)) static void prepare(void) {
    int number = 0;
    for (char kind = '0'; kind <= '4'; kind++)
        for (int i = 0; i < SQUARES; i++)
            if (PLAN[i] == kind) NUMBER[i / LINE][i % LINE] = number++;
    for (int i = 0; i < SQUARES; i++) {
        int square = NUMBER[i / LINE][i % LINE];
        if (square < CASTLE) T.bit[square] = 1ull << square;
        if (square >= CAMP) T.camp_bit[square] = 1ull << (square - CAMP);
        T.escape[square] = square < CASTLE && (i / LINE % 8 == 0 || i % LINE % 8 == 0);
    }
    for (int i = 0; i < SQUARES; i++) prepare_square(i / LINE, i % LINE);
    for (int d = 0; d < 4; d++) RING |= T.bit[NUMBER[4 + STEP[d][0]][4 + STEP[d][1]]];
    for (const char *kind = "kwb"; *kind; kind++) /* the king first: slot 0 */
        for (int i = 0; i < SQUARES; i++) {
            int player = *kind == 'b' ? BLACK : WHITE, square = NUMBER[i / LINE][i % LINE];
            if (SETUP[i] != *kind) continue;
            put(&START_PIECES, player, START_BOARD.draws[player] / 16, (uint64_t)square);
            START_BOARD.draws[player] += 16;
            START_BOARD.men[player] |= T.bit[square];
            START_BOARD.camps |= T.camp_bit[square];
        }
}

typedef struct { uint64_t state, ahead; } Random;
INLINE uint64_t random_word(Random *random) { /* xorshift64*, one word ahead */
    uint64_t word = random->ahead, x = random->state;
    x ^= x >> 12;
    x ^= x << 25;
    x ^= x >> 27;
    random->state = x;
    random->ahead = x * 0x2545F4914F6CDD1Dull;
    return word;
}

/* The fraction's next digit to the base: the high word of the product; the low word is what is left of it. */
INLINE uint64_t next_digit(uint64_t *fraction, uint64_t base) {
#ifdef __BMI2__ /* the same without the compiler's detour through memory */
    uint64_t digit;
    __asm__("mulx %3, %0, %1" : "=r"(*fraction), "=r"(digit) : "d"(*fraction), "r"(base));
    return digit;
#else
    unsigned __int128 product = (unsigned __int128)*fraction * base;
    *fraction = (uint64_t)product;
    return (uint64_t)(product >> 64);
#endif
}

/* 0 if the move can be played. */
INLINE uint64_t blocked(int player, uint64_t move, uint64_t occupied, uint64_t camps) {
    uint64_t met = T.way[move] & occupied;
    return player == BLACK ? met | (T.camp_way[move] & camps) : met;
}

__attribute__((noinline, cold))
static int can_move(const uint16_t *moves, uint64_t draws, uint64_t occupied, uint64_t camps) {
    for (uint64_t i = 0; i < draws; i++)
        if (!blocked(BLACK, moves[i], occupied, camps)) return 1; /* for White too: his ways meet no camp */
    return 0;
}

/* A bit for each direction in which the piece that arrived captures (of a king near the castle, might capture). */
INLINE unsigned captures(uint64_t own, uint64_t enemy, uint64_t arrived) {
#ifdef __AVX2__
    __m256i zero = _mm256_setzero_si256();
    __m256i victim = *(const __m256i *)T.capture[arrived].victim;
    __m256i opposite = *(const __m256i *)T.capture[arrived].opposite;
    victim = _mm256_cmpeq_epi64(_mm256_and_si256(victim, _mm256_set1_epi64x((long long)enemy)), zero);
    opposite = _mm256_cmpeq_epi64(_mm256_and_si256(opposite, _mm256_set1_epi64x((long long)own)), zero);
    return 15u ^ (unsigned)_mm256_movemask_pd(_mm256_castsi256_pd(_mm256_or_si256(victim, opposite)));
#else
    unsigned found = 0;
    for (int d = 0; d < 4; d++)
        if ((enemy & T.capture[arrived].victim[d]) && (own & T.capture[arrived].opposite[d])) found |= 1u << d;
    return found;
#endif
}

/* Takes the captured pieces off. The winner if the king or the last attacker was among them, otherwise NOBODY. */
INLINE int take(Board *board, Pieces *pieces, int player, uint64_t arrived, unsigned found) {
    int enemy = !player;
    for (; found; found &= found - 1) {
        uint64_t square = T.beside[arrived][__builtin_ctz(found)], slot = pieces->slot[square];
        if (player == BLACK && slot == 0) {
            uint64_t around = 0; /* next to the castle the king is captured from the three other sides */
            if (RING & T.bit[square])
                for (int d = 0; d < 4; d++) around |= T.bit[T.beside[square][d]];
            if ((around & ~board->men[BLACK]) == 0) return BLACK;
            continue;
        }
        board->men[enemy] ^= T.bit[square];
        if (player == WHITE) board->camps ^= T.camp_bit[square];
        uint64_t last = board->draws[enemy] -= 16;
        put(pieces, enemy, slot, pieces->moves[enemy][last] / 16); /* the last piece takes over the slot */
        if (last == 0) return player;
    }
    return NOBODY;
}

/* One ply; the winner, NOBODY, or STUCK if there was no move. */
INLINE int ply(Board *board, Pieces *pieces, int player, Random *random) {
    const uint16_t *moves = pieces->moves[player];
    uint64_t occupied = board->men[WHITE] | board->men[BLACK], move = 0;
    for (unsigned failed = 1;; failed++) {
        uint64_t fraction = random_word(random); /* read as a binary fraction */
#pragma GCC unroll 8
        for (int i = 0; i < TRIES; i++) {
            uint64_t drawn = moves[next_digit(&fraction, board->draws[player])];
            if (i == 0 || !blocked(player, drawn, occupied, board->camps)) move = drawn;
        }
        __asm__("" : "+r"(move)); /* keeps the compiler from making branches of the choices above */
        if (!blocked(player, move, occupied, board->camps)) break;
        if (UNLIKELY(failed % 8 == 0) && !can_move(moves, board->draws[player], occupied, board->camps)) return STUCK;
    }

    uint64_t from = move / 16, to = T.target[move];
    ON_MOVE(player, from, to);
    put(pieces, player, pieces->slot[from], to);
    board->men[player] ^= T.bit[from] ^ (player == WHITE ? 1ull << to : T.bit[to]); /* White never enters a camp */
    if (player == BLACK) board->camps ^= T.camp_bit[from] ^ T.camp_bit[to];
    /* No piece is captured in a corner, so there the victims' word has room for the inner squares of the camps. */
    uint64_t victims = board->men[!player] & ~(uint64_t)CORNERS;
    if (player == WHITE) victims |= board->camps & INNER;

    unsigned found = captures(board->men[player], victims, to);
    int winner = UNLIKELY(found) ? take(board, pieces, player, to, found) : NOBODY;
    if (player == WHITE) return UNLIKELY(T.escape[pieces->moves[WHITE][0] / 16]) ? WHITE : winner;
    /* A ring of attackers around the king on the castle: only the last move can have closed it. */
    if (UNLIKELY((RING & ~board->men[BLACK]) == 0) && pieces->moves[WHITE][0] == 16 * CASTLE) return BLACK;
    return winner;
}

/* Plays the games; `rng` must not be 0. Adds white wins, black wins, cut games and plies to the tally. */
int64_t tablut_playouts(uint64_t *rng, int64_t games, int64_t longest, int64_t *tally) {
    Random random = {*rng, 0};
    int64_t plies = 0;
    random_word(&random);
    for (int64_t i = 0; i < games; i++) {
        Pieces pieces = START_PIECES;
        Board board = START_BOARD;
        int64_t played = 0;
        int result = NOBODY;
        while (played < longest) {
            played++;
            if ((result = ply(&board, &pieces, WHITE, &random)) != NOBODY || played == longest) break;
            played++;
            if ((result = ply(&board, &pieces, BLACK, &random)) != NOBODY) break;
        }
        if (result == STUCK) played--; /* that ply was not played */
        int player = played % 2;       /* to move */
        if (result == NOBODY && can_move(pieces.moves[player], board.draws[player],
                                         board.men[WHITE] | board.men[BLACK], board.camps)) result = CUT;
        if (result > CUT) result = !player; /* who cannot move loses */
        ON_END(result);
        tally[result]++;
        plies += played;
    }
    *rng = random.state;
    tally[3] += plies;
    return plies;
}
